import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unitsToDecimal } from './fixed-point.ts';
import { formatPercent, formatRate, rate, rateFraction, rateFromUnits, roundRate } from './rate.ts';

test.each([
  '',
  ' ',
  '1.',
  '.5',
  '+1',
  '1e3',
  '1,5',
  ' 1',
  '1 ',
  'NaN',
  'Infinity',
  '0x10',
  '7.5%',
  '--1',
  '１',
])('CALC-06 %j is not a rate', (text) => {
  expect(() => rate(text)).toThrow(RangeError);
});

test('CALC-06 rates refuse binary floats and refuse to become one', () => {
  expect(() => rate('1.3').plus(0.1)).toThrow(TypeError);
  expect(() => Number(rate('1.3'))).toThrow('valueOf disallowed');
  expect(rate('0.1').plus(rate('0.2')).eq(rate('0.3'))).toBe(true);
});

test('CALC-06 a rate is written as a plain decimal, however small or large', () => {
  expect(rate('0.000000000001').toString()).toBe('0.000000000001');
  expect(rate('1000000000000000000000000').toString()).toBe('1000000000000000000000000');
  expect(JSON.stringify(rate('7.50'))).toBe('"7.5"');
});

test('CALC-06 a rate, its fraction and its units are the same value', () => {
  const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
      const parsed = rate(unitsToDecimal(value, decimals));
      const { numerator, denominator } = rateFraction(parsed);
      expect(numerator * 10n ** BigInt(decimals)).toBe(value * denominator);
      expect(rateFromUnits(value, decimals).eq(parsed)).toBe(true);
      expect(rateFraction(parsed)).toEqual({ numerator, denominator });
    }),
  );
});

test('CALC-06 rounds half up, away from zero below it', () => {
  expect(roundRate(rate('1.405'), 2).toFixed()).toBe('1.41');
  expect(roundRate(rate('1.4049999999999999999999999'), 2).toFixed()).toBe('1.4');
  expect(roundRate(rate('-1.405'), 2).toFixed()).toBe('-1.41');
});

test('FMT-01 percents and factors show two decimals', () => {
  expect(formatPercent(rate('27.2727'))).toBe('27.27%');
  expect(formatPercent(rate('7.5'))).toBe('7.50%');
  expect(formatPercent(rate('7.5'), 1)).toBe('7.5%');
  expect(formatPercent(rate('12'), 0)).toBe('12%');
  expect(formatPercent(rate('6756.7312'))).toBe('6,756.73%');
  expect(formatPercent(rate('-300'))).toBe('\u2212300.00%');
  expect(formatPercent(rate('-0.001'))).toBe('0.00%');
  expect(formatRate(rate('1.4'))).toBe('1.40');
});
