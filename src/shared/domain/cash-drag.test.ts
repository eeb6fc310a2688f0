import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { cashDragOf } from './cash-drag.ts';
import { DEFAULT_RECOVERY } from './recovery.ts';
import { type ReturnsBasis, returnsOf } from './returns.ts';

const day = calendarDate;
const FIRST = day('2025-01-01');
const A_YEAR_LATER = day('2026-01-01');

/** Of $10,000.00 half is in a deal, which has paid $5,500.00 after 365 days. */
const basis: ReturnsBasis = {
  today: A_YEAR_LATER,
  costs: [{ date: FIRST, amount: 500_000n }],
  payouts: [{ date: A_YEAR_LATER, amount: 550_000n }],
  balances: [],
};
const measured = (changes: Partial<ReturnsBasis> = {}) => {
  const returns = returnsOf({ ...basis, ...changes }, DEFAULT_RECOVERY);
  if (!returns) throw new Error('There is something to measure.');
  return returns;
};

test('RETURN-14 half of the money in a deal at 10 % and half idle is 5 %: the idle half costs 5 points', () => {
  const drag = cashDragOf(measured(), {
    openedOn: FIRST,
    contributions: [{ date: FIRST, amount: 1_000_000n }],
    cash: 1_050_000n,
  });
  expect(drag.map(({ scenario }) => scenario)).toEqual(['agreed', 'adjusted', 'nothing']);
  for (const { rate, difference, endValue } of drag) {
    expect(endValue).toBe(1_050_000n);
    expect(rate.kind).toBe('yearly');
    expect(rate.rate.kind === 'rate' && rate.rate.percent.toString()).toBe('5');
    expect(difference?.toString()).toBe('5');
  }
});

test('RETURN-14 deposits and withdrawals count on their days, and what is still to come with the cash', () => {
  const balances = [{ status: 'Collections' as const, dealCount: 1, netBalance: 100_000n }];
  const [agreed, adjusted, nothing] = cashDragOf(measured({ balances }), {
    openedOn: FIRST,
    contributions: [
      { date: FIRST, amount: 600_000n },
      { date: day('2025-07-01'), amount: 400_000n },
      { date: day('2025-12-01'), amount: -300_000n },
    ],
    cash: 750_000n,
  });
  expect([agreed, adjusted, nothing].map((each) => each?.endValue)).toEqual([850_000n, 790_000n, 750_000n]);
  // -6,000 a year ago, -4,000 after 181 days, +3,000 after 334, +8,500 today.
  expect(agreed?.rate.rate.kind === 'rate' && agreed.rate.rate.percent.toString()).toBe('19.5');
});

test('RETURN-14 while the account is under a year old there is the return of the period', () => {
  const [agreed] = cashDragOf(measured(), {
    openedOn: day('2025-10-01'),
    contributions: [
      { date: day('2025-10-01'), amount: 1_000_000n },
      { date: day('2025-12-01'), amount: -100_000n },
    ],
    cash: 950_000n,
  });
  expect(agreed?.rate).toMatchObject({ kind: 'period', days: 92 });
  expect(agreed?.rate.kind === 'period' && agreed.rate.percent.toString()).toBe('5');
});

test('RETURN-14 where nothing was put in there is no rate, and no difference', () => {
  const [agreed] = cashDragOf(measured(), { openedOn: FIRST, contributions: [], cash: 1n });
  expect(agreed?.rate).toEqual({ kind: 'yearly', rate: { kind: 'only received' } });
  expect(agreed?.difference).toBeNull();
});
