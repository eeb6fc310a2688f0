import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { mergedBasis } from './merged-returns.ts';
import type { RecoveredBasis } from './returns.ts';
import { toldReturns } from './told-returns.ts';

const day = calendarDate;
const TODAY = day('2026-01-01');
const funder = (cost: bigint, back: bigint, percent: number, owed = 0n): RecoveredBasis => ({
  today: TODAY,
  costs: [{ date: day('2024-06-03'), amount: cost }],
  payouts: [{ date: day('2025-06-03'), amount: back }],
  recovered: [
    {
      status: 'Collections',
      dealCount: 1,
      netBalance: owed,
      percent,
      counted: (owed * BigInt(percent)) / 100n,
    },
  ],
});

test('RETURN-15 two funders together: costs of 200 and 600 with 100 and 600 back are 0.875 of the cost, not 0.75', () => {
  const told = toldReturns(mergedBasis([funder(20_000n, 10_000n, 40), funder(60_000n, 60_000n, 40)], TODAY));
  expect(told).toMatchObject({ cost: 80_000n, paid: 70_000n, costDateCount: 1, payDateCount: 1 });
  const [agreed] = told?.scenarios ?? [];
  expect(agreed?.totalValue).toBe(70_000n);
  expect(Number(agreed?.totalValue) / Number(told?.cost)).toBe(0.875);
});

test('RETURN-15 each funder’s own recovery counts, and a part that differs is not told as one', () => {
  const told = toldReturns(
    mergedBasis([funder(20_000n, 0n, 40, 10_000n), funder(20_000n, 0n, 25, 20_000n)], TODAY),
  );
  expect(told?.recovered).toEqual([
    { status: 'Collections', dealCount: 2, netBalance: 30_000n, percent: null, counted: 9_000n },
  ]);
  expect(told?.scenarios.map(({ toCome }) => toCome)).toEqual([30_000n, 9_000n, 0n]);
});
