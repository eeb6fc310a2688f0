import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney } from './money.ts';
import { isAllowedPercent, maxAllowedPercent, participationAmountAt } from './pre-funding.ts';
import { formatPercent, rate, rateFromUnits } from './rate.ts';

test('PREFUND-01 golden example: 10 % of $60,000 is $6,000', () => {
  expect(participationAmountAt(parseMoney('60,000'), rate('10'))).toBe(parseMoney('6,000'));
});

test('PREFUND-01 every position of the slider is allowed and priced', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 10n });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 200 }), (offerAmount, maxSteps) => {
      for (let step = 0; step <= maxSteps; step++) {
        const percent = rateFromUnits(BigInt(step) * 5n, 1);
        expect(isAllowedPercent(percent, rateFromUnits(BigInt(maxSteps) * 5n, 1))).toBe(true);
        expect(participationAmountAt(offerAmount, percent)).toBe((offerAmount * BigInt(step) + 100n) / 200n);
      }
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['0', '10', true],
  ['0.5', '10', true],
  ['10', '10', true],
  ['0', '0', true],
  ['10.5', '10', false],
  ['-0.5', '10', false],
  ['0.25', '10', false],
  ['7.499999', '10', false],
  ['7', '7.25', true],
  ['7.25', '7.25', false],
])('PREFUND-01 %s %% of at most %s %% is allowed: %s', (percent, max, allowed) => {
  expect(isAllowedPercent(rate(percent), rate(max))).toBe(allowed);
});

test.each([
  ['10', '100', '10.0%'],
  ['10', '3.5', '3.5%'],
  ['7.25', '100', '7.0%'],
  ['10', '0.4', '0.0%'],
  ['10', '0', '0.0%'],
  ['10', '-5', '0.0%'],
])('PREFUND-01 of %s %% offered and %s %% left the slider ends at %s', (offered, left, end) => {
  expect(formatPercent(maxAllowedPercent(rate(offered), rate(left)), 1)).toBe(end);
});
