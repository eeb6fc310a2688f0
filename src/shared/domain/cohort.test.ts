import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { monthsOf, pointsOf } from './cohort.ts';
import { ratioPercent } from './money.ts';

const lastFunded = calendarDate('2026-07-20');

test('INSIGHT-02 a point is what was paid by that age, in percent of the cost of the whole quarter', () => {
  // Costs of 1,000 and 3,000; 200 and 300 were paid within 30 days of each deal's funding.
  const [point] = pointsOf({ lastFunded, paidByMonth: [20_000n + 30_000n] }, calendarDate('2026-08-19'));
  expect(point).toEqual({ month: 1, netPaid: 50_000n });
  expect(String(ratioPercent(point?.netPaid ?? 0n, 400_000n))).toBe('12.5');
});

test('INSIGHT-02 a point is hidden until the youngest deal is that old, and stays level where nothing more came in', () => {
  const cohort = { lastFunded, paidByMonth: [100n, 250n] };
  expect(pointsOf(cohort, calendarDate('2026-08-18'))).toEqual([]);
  expect(pointsOf(cohort, calendarDate('2026-08-19'))).toHaveLength(1);
  expect(monthsOf(cohort, calendarDate('2026-07-01'))).toBe(0);
  expect(pointsOf(cohort, calendarDate('2026-10-18')).map(({ netPaid }) => netPaid)).toEqual([
    100n,
    250n,
    250n,
  ]);
  expect(pointsOf({ lastFunded, paidByMonth: [] }, calendarDate('2026-08-19'))).toEqual([
    { month: 1, netPaid: 0n },
  ]);
});
