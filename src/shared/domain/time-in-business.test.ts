import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { timeInBusinessTone, yearsInBusiness } from './time-in-business.ts';

const today = calendarDate('2026-11-15');

test.each([
  ['2026-11-01', '0.0', 'bad'],
  ['2025-12-01', '0.9', 'bad'],
  ['2025-11-01', '1.0', 'watch'],
  ['2025-11-30', '1.0', 'watch'],
  ['2024-05-01', '2.5', 'watch'],
  ['2023-11-01', '3.0', 'watch'],
  ['2023-10-01', '3.1', 'good'],
  ['1998-02-01', '28.8', 'good'],
  ['2027-03-01', '0.0', 'bad'],
])('FCS-02 started %s: %s years, %s', (started, years, tone) => {
  const inBusiness = yearsInBusiness(calendarDate(started), today);
  expect(inBusiness.toFixed(1)).toBe(years);
  expect(timeInBusinessTone(inBusiness)).toBe(tone);
});
