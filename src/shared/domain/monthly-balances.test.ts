import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { comparableMonths, monthlyBalances } from './monthly-balances.ts';

test('FCS-04 accounts are added up by month, the oldest first, and a month that misses one says so', () => {
  const october = calendarDate('2026-10-01');
  const september = calendarDate('2026-09-01');
  expect(
    monthlyBalances([
      { month: october, averageBalance: 3_000_00n, netDeposits: 40_000_00n },
      { month: september, averageBalance: 2_500_50n, netDeposits: 38_000_01n },
      { month: september, averageBalance: -100_25n, netDeposits: 4_000_02n },
    ]),
  ).toEqual([
    { month: september, averageBalance: 2_400_25n, netDeposits: 42_000_03n, accountCount: 2 },
    { month: october, averageBalance: 3_000_00n, netDeposits: 40_000_00n, accountCount: 1 },
  ]);
  expect(monthlyBalances([])).toEqual([]);
});

test('FCS-04 a month that misses an account is not drawn beside those that have them all', () => {
  const month = (text: string, accountCount: number) => ({
    month: calendarDate(text),
    averageBalance: 1n,
    netDeposits: 2n,
    accountCount,
  });
  const [july, august, september] = [month('2026-07-01', 2), month('2026-08-01', 1), month('2026-09-01', 2)];
  expect(comparableMonths([july, august, september])).toEqual({
    drawn: [july, september],
    leftOut: [august],
  });
  expect(comparableMonths([])).toEqual({ drawn: [], leftOut: [] });
});
