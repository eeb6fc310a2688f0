import { expect, test } from 'vitest';
import { bankDayBefore, bankDayFrom, holidayOn, isBankDay } from './bank-holidays.ts';
import { calendarDate } from './calendar-date.ts';

// The Federal Reserve's own list for 2026 and 2027.
const LIST: Readonly<Record<string, string>> = {
  '2026-01-01': "New Year's Day",
  '2026-01-19': 'Martin Luther King Jr. Day',
  '2026-02-16': "Presidents' Day",
  '2026-05-25': 'Memorial Day',
  '2026-06-19': 'Juneteenth',
  '2026-07-04': 'Independence Day',
  '2026-09-07': 'Labor Day',
  '2026-10-12': 'Columbus Day',
  '2026-11-11': 'Veterans Day',
  '2026-11-26': 'Thanksgiving Day',
  '2026-12-25': 'Christmas Day',
  '2027-01-18': 'Martin Luther King Jr. Day',
  '2027-05-31': 'Memorial Day',
  '2027-07-05': 'Independence Day',
  '2027-11-25': 'Thanksgiving Day',
};

test.each(Object.entries(LIST))('%s is %s', (date, name) => {
  expect(holidayOn(calendarDate(date))).toBe(name);
});

test('a Sunday holiday is kept on Monday, and a Saturday one closes no bank', () => {
  expect(holidayOn(calendarDate('2027-07-04'))).toBeUndefined();
  expect(isBankDay(calendarDate('2026-07-03'))).toBe(true);
  expect(isBankDay(calendarDate('2026-07-06'))).toBe(true);
});

test('the first bank day from a day on is that day or the next one without weekend or holiday', () => {
  expect(bankDayFrom(calendarDate('2026-11-12'))).toBe('2026-11-12');
  expect(bankDayFrom(calendarDate('2026-11-11'))).toBe('2026-11-12');
  // Christmas is a Friday in 2026.
  expect(bankDayFrom(calendarDate('2026-12-25'))).toBe('2026-12-28');
});

test('the last bank day before a day skips weekends and holidays', () => {
  expect(bankDayBefore(calendarDate('2026-11-13'))).toBe('2026-11-12');
  expect(bankDayBefore(calendarDate('2026-11-12'))).toBe('2026-11-10');
  expect(bankDayBefore(calendarDate('2026-12-28'))).toBe('2026-12-24');
});
