import { expect, test } from 'vitest';
import { describeDifference } from './difference.ts';

test('DASH-07 a difference names its place and what is wrong, and of very much the first and how much more', () => {
  const place = { where: 'syndicate_totals', key: { syndicate_id: 7n } };
  expect(
    describeDifference({ ...place, expected: { cents: 100n, lines: 2 }, actual: { cents: 101n, lines: 2 } }),
  ).toBe('syndicate_totals, syndicate_id 7: cents is 101, should be 100');
  const figures = (value: number) =>
    Object.fromEntries(Array.from({ length: 9 }, (_, place) => [`f${place}`, value]));
  expect(describeDifference({ ...place, expected: figures(1), actual: figures(2) })).toMatch(
    /^syndicate_totals, syndicate_id 7: f0 is 2, should be 1; .*; f5 is 2, should be 1; and 3 more$/,
  );
});
