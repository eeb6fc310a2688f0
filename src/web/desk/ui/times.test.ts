import { expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { formatDay, formatMoment, tellMomentsIn } from '../../lib/moment.ts';
import { ageOf, promiseInWords, startOfDay, TIME_ZONE, timeOfMinute, whenOf } from './times.ts';

const now = new Date('2026-11-16T14:12:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each([
  [0, '0 min'],
  [25, '25 min'],
  [190, '3 h 10 min'],
  [180, '3 h'],
  [22 * 60 + 5, '22 h'],
  [47 * 60, '47 h'],
  [48 * 60, '2 days'],
  [4 * 24 * 60 + 30, '4 days'],
])('DESK-21 what has waited for %i minutes is %s old', (minutes, words) => {
  expect(ageOf(ago(minutes), now)).toBe(words);
});

test('DESK-21 a promise is told in hours, or in days from three on', () => {
  expect([promiseInWords('same day'), promiseInWords(24), promiseInWords(72), promiseInWords(50)]).toEqual([
    'same day',
    '24 h',
    '3 days',
    '50 h',
  ]);
});

test('DESK-20 times are those of New York, with the day where it is not today', () => {
  const day = calendarDate('2026-11-16');
  expect(whenOf('2026-11-16T13:47:00Z', day)).toBe('8:47 AM');
  expect(whenOf('2026-11-14T04:30:00Z', day)).toBe('11/13, 11:30 PM');
  expect([timeOfMinute(0), timeOfMinute(525), timeOfMinute(780)]).toEqual(['12:00 AM', '8:45 AM', '1:00 PM']);
});

test('DESK-153 moments are told in New York once the desk is open, and its days begin there', () => {
  tellMomentsIn(TIME_ZONE);
  expect(formatMoment('2026-11-14T04:30:00Z')).toBe('11/13/2026, 11:30 PM');
  expect(formatDay('2026-07-14T03:59:00Z')).toBe('07/13/2026');
  const starts = ['2026-11-18', '2026-07-14', '2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02'].map(
    (day) => startOfDay(calendarDate(day)).toISOString().slice(11, 16),
  );
  expect(starts).toEqual(['05:00', '04:00', '05:00', '04:00', '04:00', '05:00']);
});
