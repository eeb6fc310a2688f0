import { expect, test } from 'vitest';
import { isOver, partOf } from './exposure.ts';

test('INSIGHT-01 a part is shown in hundredths of a percent, and compared with its limit exactly', () => {
  expect(partOf(1n, 3n)).toBe(3333);
  expect(partOf(5n, 0n)).toBe(0);
  // 20.001 % shows as 20.00 % and is over 20 %.
  expect(partOf(20_001n, 100_000n)).toBe(2000);
  expect(isOver(20_001n, 100_000n, 2000)).toBe(true);
  expect(isOver(20_000n, 100_000n, 2000)).toBe(false);
  expect(isOver(0n, 0n, 2000)).toBe(false);
});
