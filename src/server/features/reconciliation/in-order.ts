/** Runs work, some of it at the same time, and returns the results in the order of the work. */
export async function inOrder<T>(
  work: readonly (() => Promise<T>)[],
  atOnce: number,
  onProgress?: (done: number, of: number) => void,
): Promise<T[]> {
  const results: T[] = [];
  const left = work.entries();
  let done = 0;
  const takeNext = async () => {
    for (const [index, run] of left) {
      results[index] = await run();
      done += 1;
      onProgress?.(done, work.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return results;
}
