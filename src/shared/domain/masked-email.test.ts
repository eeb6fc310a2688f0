import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskEmail } from './masked-email.ts';

test('LOGIN-10 only the last characters of a remembered e-mail are visible', () => {
  expect(maskEmail('dana@whitfield.com')).toBe('•••••••••field.com');
  expect(maskEmail('a@b.co')).toBe('•••.co');
});

test('LOGIN-10 at least half of any address is hidden', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const hidden = [...maskEmail(email)].filter((character) => character === '•').length;
      expect(hidden).toBeGreaterThanOrEqual(Math.ceil([...email].length / 2));
    }),
  );
});
