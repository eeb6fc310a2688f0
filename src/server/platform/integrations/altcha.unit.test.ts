import { expect, test } from 'vitest';
import { costUnder } from './altcha.ts';

test('LOGIN-23 the captcha costs more the more sign-ins wait, up to a limit, and the usual again when none do', () => {
  expect([0, 4, 8, 16, 32, 64, 128, 0].map((load) => costUnder(load))).toEqual([
    1000, 1500, 2000, 3000, 5000, 8000, 8000, 1000,
  ]);
});
