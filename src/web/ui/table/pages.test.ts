import { expect, test } from 'vitest';
import { visiblePages } from './pages.ts';

test('TABLE-01 seven page numbers are visible, around the current one', () => {
  expect(visiblePages(1, 10)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(visiblePages(4, 10)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(visiblePages(6, 10)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect(visiblePages(10, 10)).toEqual([4, 5, 6, 7, 8, 9, 10]);
  expect(visiblePages(2, 3)).toEqual([1, 2, 3]);
  expect(visiblePages(1, 1)).toEqual([1]);
});
