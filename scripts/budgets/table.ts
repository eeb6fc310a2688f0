import type { Figures, Page } from './figures.ts';

interface Column {
  name: keyof Figures;
  title: string;
  format: (value: number) => string;
  isWithin: (value: number, budget: number) => boolean;
}

const atMost = (value: number, budget: number) => value <= budget;
const atLeast = (value: number, budget: number) => value >= budget;
const kilobytes = (value: number) => value.toFixed(0);
const seconds = (value: number) => (value / 1000).toFixed(2);
const milliseconds = (value: number) => value.toFixed(0);
const score = (value: number) => String(value);

const COLUMNS: readonly Column[] = [
  { name: 'slowdown', title: 'phone', format: (value) => `1/${value.toFixed(1)}`, isWithin: atMost },
  { name: 'javascript', title: 'JS gz kB', format: kilobytes, isWithin: atMost },
  { name: 'firstPaint', title: 'FCP s', format: seconds, isWithin: atMost },
  { name: 'largestPaint', title: 'LCP s', format: seconds, isWithin: atMost },
  { name: 'blocking', title: 'TBT ms', format: milliseconds, isWithin: atMost },
  {
    name: 'shift',
    title: 'CLS',
    format: (value) => value.toFixed(3),
    isWithin: (value, budget) => Number(value.toFixed(3)) <= budget,
  },
  { name: 'performance', title: 'performance', format: score, isWithin: atLeast },
  { name: 'accessibility', title: 'accessibility', format: score, isWithin: atLeast },
  { name: 'bestPractices', title: 'best practices', format: score, isWithin: atLeast },
  { name: 'seo', title: 'SEO', format: score, isWithin: atLeast },
];

/** One line for each page. Each figure is followed by its budget, and by an exclamation mark if it exceeds the budget. */
export function tableOf(pages: readonly Page[]) {
  let isWithin = true;
  const cell = ({ figures, budget }: Page, column: Column): string => {
    const figure = column.format(figures[column.name]);
    const allowed = budget[column.name];
    if (allowed === undefined) return figure;
    const holds = column.isWithin(figures[column.name], allowed);
    isWithin &&= holds;
    return `${figure} (${column.format(allowed)})${holds ? '' : ' !'}`;
  };
  const rows = [
    ['page', ...COLUMNS.map(({ title }) => title)],
    ...pages.map((page) => [page.name, ...COLUMNS.map((column) => cell(page, column))]),
  ];
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? [];
  const line = (row: string[]) =>
    `| ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = [], ...body] = rows;
  return { lines: [line(head), rule, ...body.map(line)], isWithin };
}
