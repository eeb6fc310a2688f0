interface ChartLine {
  name: 'expected' | 'collected' | 'pace';
  label: string;
  color: string;
  /** Lines differ by their dashes too, not by their color alone. */
  dash?: string;
}

/** The schedule is that of the terms in force: the contract's, until they are changed. */
export const CHART_LINES: readonly ChartLine[] = [
  { name: 'expected', label: 'as agreed', color: 'var(--ink-2)', dash: '6 4' },
  { name: 'collected', label: 'collected', color: 'var(--brand)' },
  { name: 'pace', label: 'at the present pace', color: 'var(--watch)', dash: '2 4' },
];
