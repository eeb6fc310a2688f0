import { expect, test } from 'vitest';
import { whySecondPerson } from './correction-limit.ts';

const open = { limitDollars: 500, isPayDateOpen: true, alone: 0n };

test('DESK-121 one person corrects up to the limit, in either direction, while the pay date is open', () => {
  expect(whySecondPerson({ ...open, difference: 50_000n })).toBeNull();
  expect(whySecondPerson({ ...open, difference: -50_000n })).toBeNull();
  expect(whySecondPerson({ ...open, difference: -50_001n })).toBe('over limit');
  expect(whySecondPerson({ ...open, difference: 50_001n })).toBe('over limit');
  expect(whySecondPerson({ ...open, difference: 1n, isPayDateOpen: false })).toBe('pay date closed');
  expect(whySecondPerson({ ...open, difference: 1n, limitDollars: 0 })).toBe('over limit');
});

test('DESK-143 what the same person has corrected alone today counts with it', () => {
  expect(whySecondPerson({ ...open, alone: 49_900n, difference: -100n })).toBeNull();
  expect(whySecondPerson({ ...open, alone: 49_900n, difference: -101n })).toBe('over limit of the day');
  expect(whySecondPerson({ ...open, alone: 49_900n, difference: 50_001n })).toBe('over limit');
});
