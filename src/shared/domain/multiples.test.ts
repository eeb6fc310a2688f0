import { expect, test } from 'vitest';
import { type Multiples, shownMultiples } from './multiples.ts';
import { formatRate } from './rate.ts';

const written = (cost: bigint, paid: bigint, toCome: readonly bigint[]) => {
  const { places, multiples } = shownMultiples(cost, paid, toCome);
  const text = (each: Multiples | null) =>
    each && [each.dpi, each.rvpi, each.tvpi].map((value) => formatRate(value, places)).join(' ');
  return multiples.map(text);
};

test('RETURN-04 paid and still to come add up as they are written: with two places, or with three everywhere', () => {
  expect(written(660_000n, 268_800n, [537_600n, 0n])).toEqual(['0.41 0.81 1.22', '0.41 0.00 0.41']);
  // Two places would read 0.33 + 0.33 = 0.67.
  expect(written(100_000n, 33_400n, [33_400n, 0n])).toEqual(['0.334 0.334 0.668', '0.334 0.000 0.334']);
  expect(written(100_000n, 40_000n, [60_000n, 20_000n])).toEqual(['0.40 0.60 1.00', '0.40 0.20 0.60']);
  // 0.3335 and 0.3335 are 0.667 together, which neither two nor three places of each show.
  expect(written(20_000n, 6_670n, [6_670n])).toEqual(['0.334 0.333 0.667']);
  expect(written(0n, 0n, [5n])).toEqual([null]);
});

test('RETURN-04 it adds up for any amounts', () => {
  for (let cost = 1n; cost < 60n; cost += 1n)
    for (let paid = 0n; paid < 60n; paid += 7n)
      for (const { dpi, rvpi, tvpi } of shownMultiples(cost, paid, [0n, 11n, 37n]).multiples as Multiples[])
        expect(dpi.plus(rvpi).eq(tvpi)).toBe(true);
});
