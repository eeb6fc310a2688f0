import { expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { daysOf, problemsOf, readDay } from './typed-day.ts';

test('DEALS-01 DEALS-04 a day is read as it is shown, an emptied field is none, and what is no day is not bent into one', () => {
  expect(readDay('11/04/2026')).toBe('2026-11-04');
  expect(readDay(' 2/9/2026 ')).toBe('2026-02-09');
  expect(readDay('02/29/2024')).toBe('2024-02-29');
  expect(readDay('  ')).toBeNull();
  for (const text of ['02/30/2024', '02/29/2026', '13/01/2026', '11/04/26', '11/04', 'tomorrow', '2026'])
    expect(readDay(text)).toBe('no day');
});

test('DEALS-01 DEALS-04 a start after its end is told, and is no time', () => {
  const [early, late] = [calendarDate('2026-02-01'), calendarDate('2026-02-28')];
  expect(daysOf({ from: late, to: early })).toBeNull();
  expect(problemsOf({ from: late, to: early })).toEqual({ from: 'The start is after the end.' });
  expect(daysOf({ from: 'no day', to: null })).toBeNull();
  expect(problemsOf({ from: 'no day', to: 'no day' })).toEqual({
    from: 'Not a date: write MM/DD/YYYY.',
    to: 'Not a date: write MM/DD/YYYY.',
  });
  for (const days of [
    { from: early, to: late },
    { from: early, to: early },
    { from: null, to: early },
    { from: late, to: null },
    { from: null, to: null },
  ]) {
    expect(daysOf(days)).toEqual(days);
    expect(problemsOf(days)).toEqual({});
  }
});
