import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideHalfUp, unitsToDecimal } from './fixed-point.ts';

test.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [5n, -2n, -3n],
  [-5n, -2n, 3n],
  [49n, 100n, 0n],
  [50n, 100n, 1n],
  [-49n, 100n, 0n],
  [-50n, 100n, -1n],
  [7n, 7n, 1n],
  [0n, -3n, 0n],
])('CALC-06 %d / %d rounds half away from zero to %d', (numerator, denominator, expected) => {
  expect(divideHalfUp(numerator, denominator)).toBe(expected);
});

test('CALC-06 a rounded quotient is never more than half a unit off, and a tie goes outward', () => {
  const nonZero = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).filter((value) => value !== 0n);
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), nonZero, (numerator, denominator) => {
      const rounded = divideHalfUp(numerator, denominator);
      const size = denominator < 0n ? -denominator : denominator;
      const exact = denominator < 0n ? -numerator : numerator;
      const excess = 2n * (rounded * size - exact);
      expect(excess <= size && excess >= -size).toBe(true);
      if (excess === size) expect(exact > 0n).toBe(true);
      if (excess === -size) expect(exact < 0n).toBe(true);
    }),
  );
});

test('CALC-06 division by zero is an error, not a number', () => {
  expect(() => divideHalfUp(1n, 0n)).toThrow(RangeError);
});

test('CALC-06 units become plain decimals', () => {
  expect(unitsToDecimal(5n, 2)).toBe('0.05');
  expect(unitsToDecimal(-5n, 2)).toBe('-0.05');
  expect(unitsToDecimal(12345n, 1)).toBe('1234.5');
  expect(unitsToDecimal(-12n, 0)).toBe('-12');
  expect(unitsToDecimal(0n, 4)).toBe('0.0000');
});
