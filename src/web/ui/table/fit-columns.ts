import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import type { Column, RowSource } from './data-table-types.ts';

/** Of a table's text, in pixels; the widths of its characters are parts of it. */
const EM = 13;
const WIDTHS = { digit: 0.64, mark: 0.3, arrow: 1 };
const PADDING = 14;

/** Money never wraps: a column is as wide as the longest amount in it, and no narrower than it is without. */
export function fitColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  rows: RowSource<Row>,
): readonly Column<Row, Sort>[] {
  const loaded = Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter(
    (row) => row !== undefined,
  );
  return columns.map((column) => {
    const { amountOf, width } = column;
    return amountOf
      ? { ...column, width: Math.max(width, ...extremes(loaded.map(amountOf)).map(widthOf)) }
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

function widthOf(amount: Cents): number {
  const text = formatMoney(amount);
  const marks = text.replaceAll(/[^.,]/g, '').length;
  const characters = (text.length - marks) * WIDTHS.digit + marks * WIDTHS.mark;
  return Math.ceil(EM * (characters + (amount < 0n ? WIDTHS.arrow : 0))) + PADDING;
}
