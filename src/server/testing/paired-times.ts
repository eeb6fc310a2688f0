type Work = () => Promise<unknown>;

/** The times in milliseconds of two things that are done in turn, so that other load on the machine affects both equally. */
export async function timePairs(pairs: number, prepare: (index: number) => Promise<[Work, Work]>) {
  const times: [number[], number[]] = [[], []];
  for (let index = 0; index < pairs; index += 1) {
    const works = await prepare(index);
    // Each one goes first half of the time.
    const order = index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const side of order) {
      const start = performance.now();
      await works[side]();
      times[side].push(performance.now() - start);
    }
  }
  return times;
}

/**
 * The medians of both, and how often the first of two is the longer one, over all pairs that can be formed of both sides
 * (the Mann-Whitney statistic): 0.5 if they cannot be told apart, 0 or 1 if each time tells.
 */
export function rankOfPairs([first, second]: [number[], number[]]) {
  const all = [
    ...first.map((time) => ({ time, isFirst: true })),
    ...second.map((time) => ({ time, isFirst: false })),
  ].toSorted((a, b) => a.time - b.time);
  let [secondsBelow, wins] = [0, 0];
  for (const { isFirst } of all) {
    if (isFirst) wins += secondsBelow;
    else secondsBelow += 1;
  }
  const medians: [number, number] = [median(first), median(second)];
  return { medians, rank: wins / (first.length * second.length) };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
