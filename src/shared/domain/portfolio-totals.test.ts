import { expect, test } from 'vitest';
import {
  hasSmallBase,
  multipleOnCost,
  netInvestment,
  paidPayouts,
  portfolioReturnPercent,
} from './portfolio-totals.ts';
import { formatPercent } from './rate.ts';

const basis = { investmentCost: 6_600_00n, totalPayouts: 2_000_00n, cashBalance: 150_00n };

test('DASH-05 paid is what is posted less what is on its way: 40 payouts of 67.20, the last of them tomorrow', () => {
  const totalPayouts = 40n * 67_20n;
  expect(paidPayouts({ totalPayouts, upcomingPayouts: 67_20n })).toBe(2_620_80n);
  expect(paidPayouts({ totalPayouts, upcomingPayouts: 0n })).toBe(2_688_00n);
});

test('DASH-05 a payment that is taken back on a pay date to come was paid until then', () => {
  expect(paidPayouts({ totalPayouts: 2_620_80n, upcomingPayouts: -67_20n })).toBe(2_688_00n);
});

test('CALC-02 net investment is cost less payouts plus cash', () => {
  expect(netInvestment(basis)).toBe(4_750_00n);
});

test('CALC-02 a given override wins, even at zero', () => {
  expect(netInvestment({ ...basis, netInvestmentOverride: 9_00n })).toBe(9_00n);
  expect(netInvestment({ ...basis, netInvestmentOverride: 0n })).toBe(0n);
  expect(netInvestment({ ...basis, netInvestmentOverride: null })).toBe(4_750_00n);
});

test('CALC-01 portfolio return is the gain over what is still invested', () => {
  const percent = portfolioReturnPercent({
    portfolioBalance: 6_000_00n,
    netInvestment: 4_750_00n,
    cashBalance: 150_00n,
  });
  expect(formatPercent(percent)).toBe('29.47%');
});

test('CALC-01 CALC-02 payouts above cost turn the sign: cost 100, paid 110, balance 20 is -300 %', () => {
  const invested = netInvestment({ investmentCost: 100_00n, totalPayouts: 110_00n, cashBalance: 0n });
  expect(invested).toBe(-10_00n);
  const percent = portfolioReturnPercent({
    portfolioBalance: 20_00n,
    netInvestment: invested,
    cashBalance: 0n,
  });
  expect(formatPercent(percent)).toBe('\u2212300.00%');
});

test('CALC-01 nothing invested is 0.00 %', () => {
  const percent = portfolioReturnPercent({ portfolioBalance: 20_00n, netInvestment: 0n, cashBalance: 5_00n });
  expect(formatPercent(percent)).toBe('0.00%');
});

test('RETURN-09 a percent of less than a quarter of the cost misleads, and on cost it is a multiple', () => {
  expect(hasSmallBase(25_000n, 100_000n)).toBe(false);
  expect(hasSmallBase(24_999n, 100_000n)).toBe(true);
  expect(hasSmallBase(-1n, 100_000n)).toBe(true);
  expect(hasSmallBase(0n, 0n)).toBe(false);
  expect(multipleOnCost(120_271_917n, 114_963_164n, 26_294_480n)?.toString()).toBe('1.17');
  expect(multipleOnCost(0n, 114_963_164n, 26_294_480n)).toBeNull();
});
