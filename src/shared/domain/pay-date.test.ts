import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { formatPayDays, payDateAfter } from './pay-date.ts';

const FRIDAY = calendarDate('2026-11-13');

test('a payment is paid out on the first pay day after it cleared, never on the same day', () => {
  expect(payDateAfter(FRIDAY, [5])).toBe('2026-11-20');
  expect(payDateAfter(FRIDAY, [1, 2, 3, 4, 5])).toBe('2026-11-16');
  expect(payDateAfter(calendarDate('2026-12-30'), [4])).toBe('2026-12-31');
});

test('a pay day on a bank holiday is paid on the next day that banks settle', () => {
  // In 2026, Veterans Day is a Wednesday, Thanksgiving a Thursday and Christmas a Friday.
  expect(payDateAfter(calendarDate('2026-11-10'), [3])).toBe('2026-11-12');
  expect(payDateAfter(calendarDate('2026-11-25'), [4])).toBe('2026-11-27');
  expect(payDateAfter(calendarDate('2026-12-24'), [1, 5])).toBe('2026-12-28');
});

test('a syndicate without a pay day is refused rather than looked for forever', () => {
  expect(() => payDateAfter(FRIDAY, [])).toThrow(RangeError);
});

test('PROFILE-01 pay days are named', () => {
  expect(formatPayDays([1, 2, 3, 4, 5])).toBe('Monday to Friday');
  expect(formatPayDays([5, 2])).toBe('Tuesday and Friday');
  expect(formatPayDays([1, 3, 5])).toBe('Monday, Wednesday, and Friday');
  expect(formatPayDays([4])).toBe('Thursday');
});
