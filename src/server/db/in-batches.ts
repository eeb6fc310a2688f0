/** Does a batch after the other until one finds nothing more to do. How much was done in all. */
export async function inBatches(doBatch: () => Promise<number>): Promise<number> {
  let count = 0;
  let done: number;
  do {
    done = await doBatch();
    count += done;
  } while (done > 0);
  return count;
}
