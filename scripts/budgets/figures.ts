/** The figures that are measured for a page or allowed for it: sizes in kB, times in ms, scores out of 100. */
export interface Figures {
  /** How many times slower than this machine the phone was. */
  slowdown: number;
  javascript: number;
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
}

export interface Page {
  name: string;
  figures: Figures;
  budget: Partial<Figures>;
}

/** The median of each figure by itself. */
export function middleOf(runs: readonly Figures[]): Figures {
  const [first] = runs;
  if (!first) throw new Error('Nothing was measured.');
  const medians = Object.keys(first).map((name) => {
    const sorted = runs.map((run) => run[name as keyof Figures]).sort((a, b) => a - b);
    return [name, sorted[Math.floor(sorted.length / 2)]];
  });
  return Object.fromEntries(medians) as Figures;
}
