import { expect, test } from 'vitest';
import { beginningOf } from './beginning-of.ts';

test('OPS-04 the beginning of a text never ends with half of a character', () => {
  expect(beginningOf('deal', 10)).toBe('deal');
  expect(beginningOf('deals', 4)).toBe('deal');
  expect(beginningOf('ab🚀c', 3)).toBe('ab');
  expect(beginningOf('ab🚀c', 4)).toBe('ab🚀');
  expect(beginningOf('ab🚀', 4)).toBe('ab🚀');
  for (let most = 1; most < 20; most += 1)
    expect(beginningOf('🚀é🏦'.repeat(8), most).isWellFormed()).toBe(true);
});
