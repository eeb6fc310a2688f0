import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import type { Column, RowSource } from './data-table-types.ts';

/** A table's font size and the padding of its cells in pixels, as in the style sheet. */
const REGULAR = { em: 13, padding: 14 };
const DENSE = { em: 12.5, padding: 8 };
/** The widths of characters in em. */
const WIDTHS = { digit: 0.6, mark: 0.3, arrow: 1 };

/** Money never wraps, so a column is at least as wide as the longest amount in it. */
export function fitColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  rows: RowSource<Row>,
  isDense = false,
): readonly Column<Row, Sort>[] {
  const loaded = Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter(
    (row) => row !== undefined,
  );
  const look = isDense ? DENSE : REGULAR;
  return columns.map((column) => {
    const { amountOf, width } = column;
    return amountOf
      ? {
          ...column,
          width: Math.max(width, ...extremes(loaded.map(amountOf)).map((amount) => widthOf(amount, look))),
        }
      : column;
  });
}

/** The highest and the lowest amount are the longest. */
function extremes(amounts: readonly Cents[]): Cents[] {
  let [least, most] = [0n, 0n];
  for (const amount of amounts) {
    if (amount < least) least = amount;
    if (amount > most) most = amount;
  }
  return [least, most];
}

function widthOf(amount: Cents, { em, padding }: typeof REGULAR): number {
  const text = formatMoney(amount);
  const marks = text.replaceAll(/[^.,]/g, '').length;
  const characters = (text.length - marks) * WIDTHS.digit + marks * WIDTHS.mark;
  return Math.ceil(em * (characters + (amount < 0n ? WIDTHS.arrow : 0))) + padding;
}

/** The offset of a column pinned at the end: the width of the columns after it. */
export function pinnedAt<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  place: number,
): { insetInlineEnd: number } | undefined {
  if (columns[place]?.pinned !== 'end') return undefined;
  // While the table scrolls, each column has exactly its width. Otherwise no column has to be held in place, and the offset has no effect.
  return { insetInlineEnd: columns.slice(place + 1).reduce((sum, { width }) => sum + width, 0) };
}
