import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  calendarDate,
  daysBetween,
  firstOfMonth,
  formatDate,
  formatMonth,
  isCalendarDate,
  isoWeekday,
  isWeekday,
  lastOfMonth,
  monthsBetween,
} from './calendar-date.ts';

const MS_PER_DAY = 86_400_000;
const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const dates = instants.map((instant) => calendarDate(instant.toISOString().slice(0, 10)));

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '2026-1-1',
  '26-01-01',
  '2026/01/01',
  '2026-01-01T00:00:00Z',
  '2026-01-01\n',
  '',
])('FMT-01 %j is not a date', (text) => {
  expect(isCalendarDate(text)).toBe(false);
  expect(() => calendarDate(text)).toThrow(RangeError);
});

test.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-11-04'])(
  'FMT-01 %s is a date',
  (text) => {
    expect(calendarDate(text)).toBe(text);
  },
);

test('FMT-01 dates show as MM/DD/YYYY and statement months as MM/YYYY', () => {
  expect(formatDate(calendarDate('2026-11-04'))).toBe('11/04/2026');
  expect(formatMonth(calendarDate('2026-02-28'))).toBe('02/2026');
});

test('FMT-01 a shown date holds the whole date', () => {
  fc.assert(
    fc.property(dates, (date) => {
      const [month, day, year] = formatDate(date).split('/');
      expect(`${year}-${month}-${day}`).toBe(date);
    }),
  );
});

test('CALC-06 days are counted as the Gregorian calendar counts them', () => {
  fc.assert(
    fc.property(dates, dates, (from, to) => {
      expect(daysBetween(from, to)).toBe((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);
      expect(isoWeekday(from)).toBe(new Date(from).getUTCDay() || 7);
      expect(isWeekday(from)).toBe(![0, 6].includes(new Date(from).getUTCDay()));
    }),
  );
});

test('CALC-06 adding the days between two dates leads from one to the other', () => {
  fc.assert(
    fc.property(dates, dates, (from, to) => {
      expect(addDays(from, daysBetween(from, to))).toBe(to);
      expect(addDays(to, -daysBetween(from, to))).toBe(from);
    }),
  );
});

test('CALC-06 crosses leap days and year ends', () => {
  expect(addDays(calendarDate('2024-02-28'), 1)).toBe('2024-02-29');
  expect(addDays(calendarDate('2025-02-28'), 1)).toBe('2025-03-01');
  expect(addDays(calendarDate('2026-12-31'), 1)).toBe('2027-01-01');
  expect(addDays(calendarDate('2026-01-01'), -1)).toBe('2025-12-31');
});

test('CALC-06 a day outside the calendar, or half a day, is an error', () => {
  expect(() => addDays(calendarDate('9999-12-31'), 1)).toThrow(RangeError);
  expect(() => addDays(calendarDate('0001-01-01'), -1)).toThrow(RangeError);
  expect(() => addDays(calendarDate('2026-01-01'), 0.5)).toThrow(RangeError);
});

test('CALC-06 months between ignore the days in them', () => {
  expect(monthsBetween(calendarDate('2025-11-30'), calendarDate('2026-02-01'))).toBe(3);
  expect(monthsBetween(calendarDate('2026-02-01'), calendarDate('2025-11-30'))).toBe(-3);
});

test('the first and the last day of a month', () => {
  expect(firstOfMonth(calendarDate('2026-11-17'))).toBe('2026-11-01');
  const last = ['2026-01-31', '2026-02-01', '2028-02-10', '2026-11-17', '2026-12-31'].map((day) =>
    lastOfMonth(calendarDate(day)),
  );
  expect(last).toEqual(['2026-01-31', '2026-02-28', '2028-02-29', '2026-11-30', '2026-12-31']);
});
