import { expect, test } from 'vitest';
import type { Column } from './data-table-types.ts';
import { fitColumns } from './fit-columns.ts';

interface Row {
  name: string;
  amount: bigint;
}

const COLUMNS: Column<Row, never>[] = [
  { header: 'Name', width: 120, onCard: 'title', skeletonCharacters: 9, cell: (row) => row.name },
  {
    header: 'Amount',
    width: 96,
    onCard: 'figure',
    skeletonCharacters: 9,
    amountOf: (row) => row.amount,
    cell: () => null,
  },
];

const widthsWith = (...amounts: bigint[]) =>
  fitColumns(COLUMNS, {
    first: 0,
    // The last one is still loading.
    count: amounts.length + 1,
    at: (index) => {
      const amount = amounts[index];
      return amount === undefined ? undefined : { name: 'Bright Oak Dental', amount };
    },
  }).map(({ width }) => width);

test('SHELL-05 a column of money is as wide as its longest amount, and the others stay as they are', () => {
  expect(widthsWith()).toEqual([120, 96]);
  expect(widthsWith(5_985_000n, 0n)).toEqual([120, 96]);
  const [name, million] = widthsWith(5_985_000n, 123_456_789n);
  const [, hundredMillions = 0] = widthsWith(12_345_678_901n);
  const [, below = 0] = widthsWith(-12_345_678_901n);
  expect(name).toBe(120);
  expect(million).toBeGreaterThan(96);
  expect(hundredMillions).toBeGreaterThan(million ?? 0);
  expect(below).toBeGreaterThan(hundredMillions);
});
