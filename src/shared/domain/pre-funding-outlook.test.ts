import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney } from './money.ts';
import { exposureAfter, type ProposedShare, shareOutlook } from './pre-funding-outlook.ts';
import { formatPercent, rate, rateFromUnits } from './rate.ts';

const GOLDEN: ProposedShare = {
  offerAmount: parseMoney('60,000'),
  paybackAmount: parseMoney('84,000'),
  payment: parseMoney('700'),
  paymentFrequency: 'DAILY',
  sharePercent: rate('10'),
  commissionPercent: rate('10'),
  syndicationFeePercent: rate('2'),
  managementFeePercent: rate('4'),
};

test('PREFUND-01 golden example: what 10 % of $60,000 at 1.40 costs and brings', () => {
  expect(shareOutlook(GOLDEN)).toEqual({
    participationAmount: parseMoney('6,000'),
    commissionAmount: parseMoney('600'),
    upfrontFee: parseMoney('120'),
    investmentCost: parseMoney('6,720'),
    anticipatedReturn: parseMoney('8,400'),
    // Five payments of $70.00, each less $2.80.
    weeklyNetPay: parseMoney('336'),
    totalNetPay: parseMoney('8,064'),
  });
});

test('PREFUND-01 a weekly payment comes once a week', () => {
  const weekly = { ...GOLDEN, payment: parseMoney('3,500'), paymentFrequency: 'WEEKLY' } as const;
  expect(shareOutlook(weekly).weeklyNetPay).toBe(parseMoney('336'));
});

test('PREFUND-01 nothing costs nothing and brings nothing', () => {
  expect(Object.values(shareOutlook({ ...GOLDEN, sharePercent: rate('0') }))).toEqual(Array(7).fill(0n));
});

test('PREFUND-01 every step is a round sum of its parts, and more is never less', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 10n });
  const percent = fc.bigInt({ min: 0n, max: 200n }).map((units) => rateFromUnits(units, 1));
  fc.assert(
    fc.property(cents, percent, percent, (offerAmount, commissionPercent, managementFeePercent) => {
      let before = -1n;
      for (let step = 0n; step <= 200n; step += 1n) {
        const share = { ...GOLDEN, offerAmount, commissionPercent, managementFeePercent };
        const outlook = shareOutlook({ ...share, sharePercent: rateFromUnits(step * 5n, 1) });
        expect(outlook.investmentCost).toBe(
          outlook.participationAmount + outlook.commissionAmount + outlook.upfrontFee,
        );
        expect(outlook.investmentCost >= before).toBe(true);
        expect(outlook.totalNetPay <= outlook.anticipatedReturn).toBe(true);
        before = outlook.investmentCost;
      }
    }),
    { numRuns: 20 },
  );
});

test('PREFUND-01 shares of the portfolio count the new share on both sides', () => {
  const exposure = {
    total: parseMoney('93,280'),
    merchant: 0n,
    industry: parseMoney('13,280'),
    state: parseMoney('43,280'),
  };
  const { merchant, industry, state } = exposureAfter(exposure, parseMoney('6,720'));
  expect([merchant, industry, state].map((share) => formatPercent(share))).toEqual([
    '6.72%',
    '20.00%',
    '50.00%',
  ]);
  const empty = { total: 0n, merchant: 0n, industry: 0n, state: 0n };
  expect(formatPercent(exposureAfter(empty, 1n).merchant)).toBe('100.00%');
  expect(formatPercent(exposureAfter(empty, 0n).merchant)).toBe('0.00%');
});
