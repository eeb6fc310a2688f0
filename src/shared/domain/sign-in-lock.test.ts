import { expect, test } from 'vitest';
import { formatCountdown, lockMessage } from './sign-in-lock.ts';

test('LOGIN-05 the countdown reads mm:ss, from 10:00 down to 00:00', () => {
  expect(lockMessage(600)).toBe('Too many login attempts. Please try again after 10:00 sec');
  expect([599.2, 599, 61, 60, 59, 1, 0, -3].map(formatCountdown)).toEqual([
    '10:00',
    '09:59',
    '01:01',
    '01:00',
    '00:59',
    '00:01',
    '00:00',
    '00:00',
  ]);
});
