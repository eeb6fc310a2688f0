/** Times two things in turn, so that other load on the machine affects both equally. */
type Work = (index: number) => Promise<unknown>;

export async function pairedTimes(
  pairs: number,
  first: Work,
  second: Work,
  prepare: () => Promise<void> = async () => undefined,
) {
  const times: [number[], number[]] = [[], []];
  const timed = async (work: Work, index: number) => {
    const start = performance.now();
    await work(index);
    return performance.now() - start;
  };
  for (let index = 0; index < pairs; index += 1) {
    await prepare();
    // Each one goes first half of the time.
    const order = index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const side of order) times[side].push(await timed(side === 0 ? first : second, index));
  }
  const [a, b] = [median(times[0]), median(times[1])];
  return { first: a, second: b, difference: Math.abs(a - b) };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
