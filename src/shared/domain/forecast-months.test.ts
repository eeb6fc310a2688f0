import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { forecastMonths, nextMonth } from './forecast-months.ts';

const day = calendarDate;

test('INSIGHT-06 pay dates are added up by month, beside what was paid, with no month left out', () => {
  const months = forecastMonths(
    [{ month: day('2026-11-01'), paid: 500n, onItsWay: 70n }],
    [
      { payDate: day('2026-11-20'), agreed: 100n, atPace: 80n },
      { payDate: day('2026-11-30'), agreed: 11n, atPace: 9n },
      { payDate: day('2027-01-04'), agreed: 7n, atPace: 5n },
    ],
  );
  expect(months).toEqual([
    { month: '2026-11-01', paid: 500n, onItsWay: 70n, agreed: 111n, atPace: 89n },
    { month: '2026-12-01', paid: 0n, onItsWay: 0n, agreed: 0n, atPace: 0n },
    { month: '2027-01-01', paid: 0n, onItsWay: 0n, agreed: 7n, atPace: 5n },
  ]);
  expect(forecastMonths([], [])).toEqual([]);
  expect(nextMonth(day('2026-12-01'))).toBe('2027-01-01');
});
