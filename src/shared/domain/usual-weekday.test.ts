import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { sayUsualWeekday, usualWeekday } from './usual-weekday.ts';

const on = (...days: string[]) => usualWeekday(days.map((day) => ({ date: calendarDate(day), count: 1 })));

test('SCHED-12 the weekday of more than half of at least three debits is the usual one', () => {
  // Wednesdays of 2026, and a Thursday.
  expect(on('2026-09-02', '2026-09-09')).toBeNull();
  expect(on('2026-09-02', '2026-09-09', '2026-09-17')).toEqual({ weekday: 3, count: 2, of: 3 });
  expect(on('2026-09-02', '2026-09-09', '2026-09-17', '2026-09-24')).toBeNull();
  // Half of them is not more than half.
  expect(on('2026-09-02', '2026-09-09', '2026-09-17', '2026-09-25')).toBeNull();
  const many = { date: calendarDate('2026-09-02'), count: 12 };
  const usual = usualWeekday([many, { date: calendarDate('2026-09-10'), count: 1 }]);
  expect(usual && sayUsualWeekday(usual)).toBe('12 of 13 debits were on a Wednesday');
  expect(usualWeekday([])).toBeNull();
});

test('SCHED-12 a debit after a holiday counts for the holiday where that is the usual day', () => {
  // Veterans Day was a Wednesday, Columbus Day a Monday, Thanksgiving a Thursday.
  expect(on('2026-10-28', '2026-11-04', '2026-11-12')).toEqual({ weekday: 3, count: 3, of: 3 });
  expect(on('2026-10-29', '2026-11-05', '2026-11-12')).toEqual({ weekday: 4, count: 3, of: 3 });
  expect(on('2026-10-05', '2026-10-13', '2026-10-19')).toEqual({ weekday: 1, count: 3, of: 3 });
  // On a Tuesday after a holiday, which is a Monday's debit as much as a Tuesday's, nothing can be told.
  expect(on('2026-10-05', '2026-10-13', '2026-10-20')).toBeNull();
  // A Saturday's debit is made on Monday.
  expect(on('2026-09-14', '2026-09-19', '2026-09-28')).toEqual({ weekday: 1, count: 3, of: 3 });
});
