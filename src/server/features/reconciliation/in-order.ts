/**
 * Runs work, some of it at the same time, and returns the results in the order of the work. When one part fails, no other is begun, and
 * those that are under way are waited for: nothing goes on behind the caller's back.
 */
export async function inOrder<T>(
  work: readonly (() => Promise<T>)[],
  atOnce: number,
  onProgress?: (done: number, of: number) => void,
): Promise<T[]> {
  const results: T[] = [];
  const failures: unknown[] = [];
  const left = work.entries();
  let done = 0;
  const takeNext = async () => {
    for (const [index, run] of left) {
      if (failures.length > 0) return;
      try {
        results[index] = await run();
      } catch (error) {
        failures.push(error);
        return;
      }
      done += 1;
      onProgress?.(done, work.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  if (failures.length > 0) throw failures[0];
  return results;
}
