import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatMoney,
  parseMoney,
  percentOf,
  ratioPercent,
  sumMoney,
  timesRate,
  toDecimalString,
  wholePercent,
} from './money.ts';
import { rate, rateFromUnits } from './rate.ts';

const amounts = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

test.each([
  ['1234.5', 1_234_50n],
  ['1,234.50', 1_234_50n],
  ['1,234,567', 1_234_567_00n],
  ['-3', -3_00n],
  ['-0.01', -1n],
  ['-0', 0n],
  ['007', 7_00n],
])('CALC-06 reads %s', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test.each([
  '',
  '-',
  '.5',
  '1.',
  '1.234',
  '12,34',
  '1,2345',
  ',123',
  '$1',
  '1e3',
  ' 1',
  '1\n',
  '+1',
  '1-',
  'abc',
  '٣',
])('CALC-06 %j is not money', (text) => {
  expect(() => parseMoney(text)).toThrow(RangeError);
});

test.each([
  [1_234_50n, '$1,234.50'],
  [-1_234_50n, '\u2212$1,234.50'],
  [0n, '$0.00'],
  [5n, '$0.05'],
  [999_99n, '$999.99'],
  [100_000_00n, '$100,000.00'],
  [-1_000_000_01n, '\u2212$1,000,000.01'],
])('FMT-01 %d cents shows as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test('FMT-01 CALC-06 what is written reads back as the same cents', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(parseMoney(toDecimalString(amount))).toBe(amount);
      expect(parseMoney(formatMoney(amount).replace('\u2212', '-').replace('$', ''))).toBe(amount);
    }),
  );
});

test('FMT-01 grouping agrees with the US locale', () => {
  const us = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), (amount) => {
      expect(formatMoney(amount)).toBe(us.format(toDecimalString(amount) as Intl.StringNumericLiteral));
    }),
  );
});

test('CALC-06 money times a rate is the exact product, rounded once', () => {
  const units = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  fc.assert(
    fc.property(amounts, units, fc.integer({ min: 0, max: 10 }), (amount, value, decimals) => {
      const factor = rateFromUnits(value, decimals);
      expect(timesRate(amount, factor)).toBe(roundedRatio(amount * value, 10n ** BigInt(decimals)));
      expect(percentOf(amount, factor)).toBe(roundedRatio(amount * value, 10n ** BigInt(decimals + 2)));
    }),
  );
});

test('CALC-06 a half cent goes up, and down for a negative amount', () => {
  expect(timesRate(1n, rate('0.5'))).toBe(1n);
  expect(timesRate(-1n, rate('0.5'))).toBe(-1n);
  expect(timesRate(1n, rate('0.4999999999999999999999999999'))).toBe(0n);
  expect(percentOf(100n, rate('2.5'))).toBe(3n);
});

test('CALC-06 sums are exact beyond what a float can hold', () => {
  expect(sumMoney([])).toBe(0n);
  expect(sumMoney(new Set([9_007_199_254_740_993n, 1n, -3n]))).toBe(9_007_199_254_740_991n);
});

test('CALC-06 a ratio is a percent of two decimals, 0.00 of nothing', () => {
  expect(ratioPercent(1n, 3n).toFixed(2)).toBe('33.33');
  expect(ratioPercent(2n, 3n).toFixed(2)).toBe('66.67');
  expect(ratioPercent(1n, -8000n).toFixed(2)).toBe('-0.01');
  expect(ratioPercent(1n, 20_000n).toFixed(2)).toBe('0.01');
  expect(ratioPercent(5n, 0n).toFixed(2)).toBe('0.00');
});

/** Computes the same rounding in another way: the floor of twice the fraction plus one, halved, on magnitudes. */
function roundedRatio(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

test('DASH-05 whole percents are never more than there is', () => {
  expect(wholePercent(99_74n, 100_00n).toString()).toBe('99');
  expect(wholePercent(99_999_999_99n, 100_000_000_00n).toString()).toBe('99');
  expect(wholePercent(100_00n, 100_00n).toString()).toBe('100');
  expect(wholePercent(5_00n, 0n).toString()).toBe('0');
});
