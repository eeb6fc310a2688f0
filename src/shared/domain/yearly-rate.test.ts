import { expect, test } from 'vitest';
import { addDays, calendarDate } from './calendar-date.ts';
import { formatPercent } from './rate.ts';
import { type CashFlow, yearlyRate } from './yearly-rate.ts';

const START = calendarDate('2026-01-01');
const flowsOf = (...flows: [number, bigint][]): CashFlow[] =>
  flows.map(([days, amount]) => ({ date: addDays(START, days), amount }));
const told = (...flows: [number, bigint][]) => {
  const outcome = yearlyRate(flowsOf(...flows));
  return outcome.kind === 'rate' ? formatPercent(outcome.percent) : outcome.kind;
};

test('RETURN-02 1,000 that come back as 1,100 after 365 days earn 10.00 % a year', () => {
  expect(told([0, -100_000n], [365, 110_000n])).toBe('10.00%');
  expect(told([0, -100_000n], [365, 100_000n])).toBe('0.00%');
  expect(told([0, -100_000n], [730, 121_000n])).toBe('10.00%');
  expect(told([0, -100_000n], [365, 50_000n])).toBe('\u221250.00%');
  // The order in which they come does not count, and flows of one day are one.
  expect(told([365, 60_000n], [0, -100_000n], [365, 50_000n])).toBe('10.00%');
  expect(told([0, -150_000n], [0, 50_000n], [365, 110_000n])).toBe('10.00%');
});

test('RETURN-02 without a change of sign there is no rate, and it says which side is missing', () => {
  expect(told([0, -100_000n], [30, -5n])).toBe('only paid in');
  expect(told([0, -100_000n], [0, 100_000n])).toBe('only paid in');
  expect(told()).toBe('only paid in');
  expect(told([0, 100n])).toBe('only received');
});

test('RETURN-02 where several rates fit, none is told', () => {
  // 0 %, 100 % and 200 %: 1 - 6x + 11x^2 - 6x^3 in whole years.
  expect(told([0, -100n], [365, 600n], [730, -1_100n], [1_095, 600n])).toBe('several rates');
  expect(told([0, -1_000n], [365, 2_300n], [730, -1_320n])).toBe('several rates');
  // A rate that fits twice in one place.
  expect(told([0, -1_000n], [365, 2_200n], [730, -1_210n])).toBe('several rates');
});

test('RETURN-02 where no rate fits, none is told', () => {
  expect(told([0, -1_000n], [365, 1_000n], [730, -1_000n])).toBe('out of range');
  expect(told([0, -1_000n], [1, 2_000n])).toBe('out of range');
  expect(told([0, -100_000_000n], [365, 1n])).toBe('out of range');
});

test('RETURN-02 a second change of sign is no obstacle where one rate fits', () => {
  expect(told([0, -100_000n], [100, 90_000n], [120, -80_000n], [485, 107_000n])).toMatch(/^\d+\.\d\d%$/);
});
