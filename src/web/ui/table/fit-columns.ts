import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import type { Column, RowSource } from './data-table-types.ts';

/** The size of a table's text and what stands beside it in a cell, in pixels, as the style sheet has them. */
const REGULAR = { em: 13, padding: 14 };
const DENSE = { em: 12.5, padding: 8 };
/** Of characters, as parts of an em. */
const WIDTHS = { digit: 0.6, mark: 0.3, arrow: 1 };

/** Money never wraps: a column is as wide as the longest amount in it, and no narrower than it is without. */
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

/** No other amount takes more room than the highest or the lowest. */
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

/** How far from the end a column is kept that is pinned there: as far as the columns after it are wide. */
export function pinnedAt<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  place: number,
): { insetInlineEnd: number } | undefined {
  if (columns[place]?.pinned !== 'end') return undefined;
  // While the columns have to be scrolled, each is as wide as it says. Where there is room for more, none is kept back.
  return { insetInlineEnd: columns.slice(place + 1).reduce((sum, { width }) => sum + width, 0) };
}
