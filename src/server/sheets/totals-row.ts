import { moneyOfCell } from '../../shared/domain/cell-values.ts';

const LABEL = /^(?:(?:grand|batch|file|report|sub)[ -]?)?totals?\b.{0,40}:?$|^sum:?$/i;

const isFigure = (cell: string) => 'value' in moneyOfCell(cell);

/** A row that says of itself that it adds the others up: the word, and figures beside it. */
export function isTotals(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  // Most rows have no such word, and are not read for figures.
  if (!filled.some((cell) => LABEL.test(cell))) return false;
  const label = filled.find((cell) => !isFigure(cell));
  return label !== undefined && LABEL.test(label) && filled.length <= Math.max(3, cells.length / 2);
}

/** The last row may be a sum without a word: figures alone, in fewer than half of the columns. */
export function looksLikeTotals(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length * 2 < width && filled.length > 0 && filled.every(isFigure);
}
