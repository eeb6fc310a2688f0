import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoney } from './money.ts';
import {
  anticipatedReturnPercent,
  countedBalance,
  netProfit,
  netProfitPercent,
  paidInPercent,
  paidInRatio,
  participationTerms,
} from './participation.ts';
import { formatPercent, rate, rateFromUnits } from './rate.ts';

const golden = {
  fundedAmount: parseMoney('60,000'),
  paybackAmount: parseMoney('84,000'),
  sharePercent: rate('10'),
  commissionPercent: rate('10'),
};

test('CALC-03 golden example: 6,000 + 600 = 6,600 cost and 8,400 to receive', () => {
  expect(participationTerms(golden)).toEqual({
    participationAmount: parseMoney('6,000'),
    commissionAmount: parseMoney('600'),
    upfrontFee: 0n,
    investmentCost: parseMoney('6,600'),
    anticipatedReturn: parseMoney('8,400'),
  });
});

test('CALC-03 golden example: anticipated return 27.27 %', () => {
  const { anticipatedReturn, investmentCost } = participationTerms(golden);
  expect(formatPercent(anticipatedReturnPercent(anticipatedReturn, investmentCost))).toBe('27.27%');
});

test('CALC-03 an upfront fee is a share of a percent of the funded amount and part of the cost', () => {
  const terms = participationTerms({ ...golden, upfrontFeePercent: rate('2') });
  expect(terms.upfrontFee).toBe(parseMoney('120'));
  expect(terms.investmentCost).toBe(parseMoney('6,720'));
});

test('CALC-06 commission is rounded from the exact product, not from a rounded participation', () => {
  // 0.03 x 50 % x 95 % is 0.01425, which is one cent. With a participation rounded to 0.02 first, it would be two.
  const tiny = { ...golden, fundedAmount: 3n, sharePercent: rate('50'), commissionPercent: rate('95') };
  expect(participationTerms(tiny)).toMatchObject({ participationAmount: 2n, commissionAmount: 1n });
});

test('CALC-03 cost is always the sum of its parts', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 10n });
  const percent = fc.bigInt({ min: 0n, max: 10_000n }).map((units) => rateFromUnits(units, 2));
  fc.assert(
    fc.property(amount, percent, percent, percent, (fundedAmount, share, commission, fee) => {
      const terms = participationTerms({
        ...golden,
        fundedAmount,
        sharePercent: share,
        commissionPercent: commission,
        upfrontFeePercent: fee,
      });
      expect(terms.investmentCost).toBe(
        terms.participationAmount + terms.commissionAmount + terms.upfrontFee,
      );
    }),
  );
});

test('CALC-03 anticipated return without a cost is 0.00 %, and a loss is negative', () => {
  expect(formatPercent(anticipatedReturnPercent(100n, 0n))).toBe('0.00%');
  expect(formatPercent(anticipatedReturnPercent(75n, 100n))).toBe('\u221225.00%');
});

test('CALC-03 net profit and its percent, which is 0 when negative or without a base', () => {
  const cost = parseMoney('6,600');
  expect(netProfit(parseMoney('8,064'), cost)).toBe(parseMoney('1,464'));
  expect(formatPercent(netProfitPercent(parseMoney('1,464'), cost))).toBe('22.18%');
  expect(netProfit(parseMoney('6,000'), cost)).toBe(parseMoney('-600'));
  expect(formatPercent(netProfitPercent(parseMoney('-600'), cost))).toBe('0.00%');
  expect(formatPercent(netProfitPercent(100n, 0n))).toBe('0.00%');
});

test('CALC-03 paid in % is the ratio times 100', () => {
  const ratio = paidInRatio(parseMoney('2,800'), parseMoney('8,400'));
  expect(ratio.toFixed()).toBe('0.3333');
  expect(paidInPercent(ratio).toFixed(2)).toBe('33.33');
  expect(paidInRatio(5n, 0n).toFixed()).toBe('0');
  expect(paidInPercent(paidInRatio(8_400n, 8_400n)).toFixed()).toBe('100');
});

test('CALC-05 a written-off or discounted balance counts as nothing', () => {
  expect(countedBalance('Write-off', 500n)).toBe(0n);
  expect(countedBalance('Complete with discount', 500n)).toBe(0n);
  expect(countedBalance('Default', 500n)).toBe(500n);
  expect(countedBalance('Active Advance', 500n)).toBe(500n);
});
