import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney } from './money.ts';
import { formatPayment, isAllowedCommission, type OfferBasis, termsAtCommission } from './offer-terms.ts';
import { rate, rateFromUnits } from './rate.ts';

const golden: OfferBasis = {
  amount: parseMoney('60,000'),
  buyRate: rate('1.30'),
  commissionPercent: rate('10'),
  termDays: 120,
  paymentFrequency: 'DAILY',
};

test('OFFER-02 golden example: factor 1.40, payback $84,000, $700.00 daily', () => {
  const terms = termsAtCommission(golden);
  expect(terms.factorRate.toFixed(2)).toBe('1.40');
  expect(terms.paybackAmount).toBe(parseMoney('84,000'));
  expect(terms.payment).toBe(parseMoney('700'));
});

test('FCS-06 PREFUND-01 a payment is written with its rhythm', () => {
  expect(formatPayment({ payment: parseMoney('700'), paymentFrequency: 'DAILY' })).toBe('$700.00 daily');
  expect(formatPayment({ payment: parseMoney('3,500'), paymentFrequency: 'WEEKLY' })).toBe(
    '$3,500.00 weekly',
  );
});

test('OFFER-02 golden example: $3,500.00 weekly', () => {
  expect(termsAtCommission({ ...golden, paymentFrequency: 'WEEKLY' }).payment).toBe(parseMoney('3,500'));
});

test('OFFER-02 a weekly payment is rounded once, not five daily roundings', () => {
  const offer = { ...golden, termDays: 130 };
  expect(termsAtCommission(offer).payment).toBe(parseMoney('646.15'));
  expect(termsAtCommission({ ...offer, paymentFrequency: 'WEEKLY' }).payment).toBe(parseMoney('3,230.77'));
});

test('OFFER-02 the payback follows the factor of two decimals that is shown', () => {
  const terms = termsAtCommission({ ...golden, buyRate: rate('1.295') });
  expect(terms.factorRate.toFixed()).toBe('1.4');
  expect(terms.paybackAmount).toBe(parseMoney('84,000'));
});

test('OFFER-01 OFFER-02 every position of the slider', () => {
  const position = fc.record({
    amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    buyHundredths: fc.bigInt({ min: 100n, max: 160n }),
    maxPoints: fc.integer({ min: 1, max: 20 }),
    termDays: fc.integer({ min: 1, max: 400 }),
  });
  fc.assert(
    fc.property(position, ({ amount, buyHundredths, maxPoints, termDays }) => {
      for (let points = 1; points <= maxPoints; points++) {
        const commissionPercent = rate(String(points));
        const basis = { amount, buyRate: rateFromUnits(buyHundredths, 2), commissionPercent, termDays };
        const daily = termsAtCommission({ ...basis, paymentFrequency: 'DAILY' });
        const weekly = termsAtCommission({ ...basis, paymentFrequency: 'WEEKLY' });
        const hundredths = buyHundredths + BigInt(points);
        expect(isAllowedCommission(commissionPercent, rate(String(maxPoints)))).toBe(true);
        expect(daily.factorRate.eq(rateFromUnits(hundredths, 2))).toBe(true);
        expect(daily.paybackAmount).toBe((amount * hundredths + 50n) / 100n);
        expect(isNearest(daily.payment, daily.paybackAmount, termDays)).toBe(true);
        expect(isNearest(weekly.payment, weekly.paybackAmount * 5n, termDays)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['1', '10', true],
  ['10', '10', true],
  ['0', '10', false],
  ['-1', '10', false],
  ['11', '10', false],
  ['1.5', '10', false],
  ['7', '7.5', true],
  ['8', '7.5', false],
  ['7.5', '7.5', true],
  ['7.25', '7.5', false],
  ['0.5', '0.5', true],
  ['0', '0.5', false],
  ['0.25', '0.5', false],
  ['1', '0.5', false],
  ['0', '0', true],
  ['1', '0', false],
  ['0.5', '10', false],
  ['1', '1', true],
])('OFFER-01 commission %s of at most %s is allowed: %s', (percent, max, allowed) => {
  expect(isAllowedCommission(rate(percent), rate(max))).toBe(allowed);
});

test.each([0, -5, 1.5, Number.NaN])('OFFER-02 a term of %d days is an error', (termDays) => {
  expect(() => termsAtCommission({ ...golden, termDays })).toThrow(RangeError);
});

function isNearest(payment: bigint, total: bigint, termDays: number): boolean {
  const term = BigInt(termDays);
  const twiceTheError = 2n * (payment * term - total);
  return twiceTheError <= term && twiceTheError > -term;
}
