import { expect, test } from 'vitest';
import {
  isLowNetDeposit,
  type StatementMonth,
  statementAverages,
  totalNetDeposits,
} from './statement-averages.ts';

const month = (overrides: Partial<StatementMonth> = {}): StatementMonth => ({
  isScrubbed: true,
  deposits: 20_000_00n,
  transfers: 1_000_00n,
  otherAdvances: 500_00n,
  deductions: 250_00n,
  netDeposits: 18_250_00n,
  numberOfDeposits: 10,
  negativeDays: 1,
  averageBalance: 3_000_00n,
  beginningBalance: 2_000_00n,
  endingBalance: 4_000_00n,
  ...overrides,
});

test('FCS-03 every column is averaged over the months, to two decimals', () => {
  const second = month({
    deposits: 10_000_01n,
    transfers: 2_000_00n,
    otherAdvances: 0n,
    deductions: 50_00n,
    netDeposits: 7_950_01n,
    numberOfDeposits: 5,
    negativeDays: 0,
    averageBalance: -1_000_00n,
    beginningBalance: 0n,
    endingBalance: -4_000_01n,
  });
  const averages = statementAverages([month(), second]);
  expect(averages).toMatchObject({
    deposits: 15_000_01n,
    transfers: 1_500_00n,
    otherAdvances: 250_00n,
    deductions: 150_00n,
    netDeposits: 13_100_01n,
    averageBalance: 1_000_00n,
    beginningBalance: 1_000_00n,
    endingBalance: -1n,
  });
  expect(averages.numberOfDeposits.toFixed(2)).toBe('7.50');
  expect(averages.negativeDays.toFixed(2)).toBe('0.50');
});

test('FCS-03 months that nobody has scrubbed are left out', () => {
  const unscrubbed = month({ isScrubbed: false, netDeposits: 999_999_00n, negativeDays: 30 });
  const averages = statementAverages([month(), unscrubbed, month(), month({ negativeDays: 2 })]);
  expect(averages.netDeposits).toBe(18_250_00n);
  expect(averages.negativeDays.toFixed(2)).toBe('1.33');
});

test('FCS-03 no scrubbed month averages to zero', () => {
  for (const months of [[], [month({ isScrubbed: false })]]) {
    expect(statementAverages(months).netDeposits).toBe(0n);
    expect(statementAverages(months).numberOfDeposits.toFixed(2)).toBe('0.00');
  }
});

test('FCS-03 a net-deposit average under $15,000 is low', () => {
  expect(isLowNetDeposit(14_999_99n)).toBe(true);
  expect(isLowNetDeposit(15_000_00n)).toBe(false);
  expect(isLowNetDeposit(-1n)).toBe(true);
});

test('CALC-04 withholding is measured against what all accounts take in together', () => {
  const checking = statementAverages([month(), month({ netDeposits: 21_750_00n })]);
  const payroll = statementAverages([month({ netDeposits: 4_000_01n })]);
  expect(totalNetDeposits([checking, payroll])).toBe(24_000_01n);
  expect(totalNetDeposits([])).toBe(0n);
});
