import { expect, test } from 'vitest';
import { type CalendarDate, calendarDate } from './calendar-date.ts';
import { BANK_DAYS } from './debit-days.ts';
import { netBalanceOf } from './forecast.ts';
import { formatPercent, formatRate, rate } from './rate.ts';
import { DEFAULT_RECOVERY, type OpenStatus } from './recovery.ts';
import { type ReturnsBasis, returnsOf } from './returns.ts';
import { simpleAnnualized } from './simple-annualized.ts';
import type { CashFlow } from './yearly-rate.ts';

const day = calendarDate;
const FUNDED = day('2026-10-01');
const NET = 6_720n;

/** The golden deal: $84,000 in 120 debits, a tenth of it for $6,600.00, a fee of 4 %, each debit paid out on the next bank day. */
const payoutsOf = (debits: number): CashFlow[] =>
  Array.from({ length: debits }, (_, place) => ({
    date: BANK_DAYS.at(BANK_DAYS.upTo(FUNDED) + place + 2),
    amount: NET,
  }));

const balanceAfter = (debits: number) =>
  netBalanceOf({
    sharePercent: rate('10'),
    managementFeePercent: rate('4'),
    isManagementFeeUpfront: false,
    anticipatedReturn: 840_000n,
    grossPosted: 7_000n * BigInt(debits),
    feePosted: 280n * BigInt(debits),
  });

const goldenOf = (
  debits: number,
  today: CalendarDate,
  status: OpenStatus = 'Active Advance',
): ReturnsBasis => ({
  today,
  costs: [{ date: FUNDED, amount: 660_000n }],
  payouts: payoutsOf(debits),
  balances: debits === 120 ? [] : [{ status, dealCount: 1, netBalance: balanceAfter(debits) }],
});

const measure = (basis: ReturnsBasis) => {
  const returns = returnsOf(basis, DEFAULT_RECOVERY);
  if (!returns) throw new Error('There is something to measure.');
  return returns;
};
const tvpis = (basis: ReturnsBasis) =>
  measure(basis).scenarios.map(({ totalValue }) => (Number(totalValue) / 660_000).toFixed(4));

test('RETURN-02 RETURN-03 the golden deal, paid in full: 1.2218 of the cost, 126.77 % a year, 47.14 % simply annualized', () => {
  const payouts = payoutsOf(120);
  expect(payouts.at(-1)?.date).toBe('2027-03-30');
  const returns = measure(goldenOf(120, day('2027-03-30')));
  expect(returns).toMatchObject({
    cost: 660_000n,
    paid: 806_400n,
    onItsWay: 0n,
    netBalance: 0n,
    since: FUNDED,
  });
  expect(tvpis(goldenOf(120, day('2027-03-30')))).toEqual(['1.2218', '1.2218', '1.2218']);
  for (const { rate: outcome } of returns.scenarios) {
    expect(outcome).toMatchObject({ kind: 'period', days: 180, rate: { kind: 'rate' } });
    if (outcome.kind !== 'period' || outcome.rate.kind !== 'rate') throw new Error('Under a year.');
    expect(formatPercent(outcome.rate.percent)).toBe('126.77%');
    expect(formatPercent(outcome.percent)).toBe('22.18%');
  }
  const annualized = { cost: 660_000n, netReturn: 806_400n };
  const percentOf = (value: ReturnType<typeof simpleAnnualized>) => value && formatPercent(value);
  expect(percentOf(simpleAnnualized({ ...annualized, frequency: 'DAILY', paymentCount: 120 }))).toBe(
    '47.14%',
  );
  expect(percentOf(simpleAnnualized({ ...annualized, frequency: 'WEEKLY', paymentCount: 24 }))).toBe(
    '48.06%',
  );
  expect(simpleAnnualized({ ...annualized, cost: 0n, frequency: 'DAILY', paymentCount: 120 })).toBeNull();
});

test('RETURN-01 the golden deal, stopped after 40 debits, by what is still expected of it', () => {
  const basis = goldenOf(40, day('2026-12-02'), 'Collections');
  expect(basis.payouts.at(-1)?.date).toBe('2026-12-02');
  const returns = measure(basis);
  expect(returns).toMatchObject({ paid: 268_800n, onItsWay: 0n, netBalance: 537_600n });
  expect((Number(returns.paid) / 660_000).toFixed(4)).toBe('0.4073');
  expect(returns.scenarios.map(({ counted }) => counted)).toEqual([537_600n, 215_040n, 0n]);
  expect(tvpis(basis)).toEqual(['1.2218', '0.7331', '0.4073']);
  expect(returns.recovered).toEqual([
    { status: 'Collections', dealCount: 1, netBalance: 537_600n, percent: 40, counted: 215_040n },
  ]);
  // Under a year, what a year would bring is not told without being asked for.
  for (const { rate: outcome } of returns.scenarios)
    expect(outcome).toMatchObject({ kind: 'period', days: 62 });
});

test('RETURN-01 what is on its way is not paid yet, and part of all three', () => {
  const returns = measure(goldenOf(40, day('2026-12-01'), 'Collections'));
  expect(returns).toMatchObject({ paid: 262_080n, onItsWay: 6_720n });
  expect(returns.scenarios.map(({ toCome }) => toCome)).toEqual([544_320n, 221_760n, 6_720n]);
  expect(tvpis(goldenOf(40, day('2026-12-01'), 'Collections'))).toEqual(['1.2218', '0.7331', '0.4073']);
});

test('RETURN-01 two funders together are measured by their merged flows, never by the average of two multiples', () => {
  const today = day('2026-12-01');
  const merged = measure({
    today,
    costs: [
      { date: FUNDED, amount: 20_000n },
      { date: FUNDED, amount: 60_000n },
    ],
    payouts: [
      { date: today, amount: 10_000n },
      { date: today, amount: 60_000n },
    ],
    balances: [],
  });
  expect(merged).toMatchObject({ cost: 80_000n, paid: 70_000n });
  expect(merged.scenarios.map(({ multiples }) => formatRate(multiples.dpi))).toEqual([
    '0.88',
    '0.88',
    '0.88',
  ]);
});

test('RETURN-02 from 365 days on there is a yearly rate, and without anything back words instead', () => {
  const costs = [{ date: FUNDED, amount: 100_000n }];
  const ofDay = (today: CalendarDate, payouts: CashFlow[]) =>
    measure({ today, costs, payouts, balances: [] }).scenarios[2]?.rate;
  const back = [{ date: day('2027-10-01'), amount: 110_000n }];
  expect(ofDay(day('2027-09-30'), back)).toMatchObject({ kind: 'period', days: 364 });
  expect(ofDay(day('2027-10-01'), back)).toMatchObject({ kind: 'yearly', rate: { percent: rate('10.00') } });
  expect(ofDay(day('2027-10-01'), [])).toEqual({ kind: 'yearly', rate: { kind: 'only paid in' } });
});

test('RETURN-01 without a cost there is nothing to measure', () => {
  const nothing = { today: FUNDED, costs: [], payouts: [], balances: [] };
  expect(returnsOf(nothing, DEFAULT_RECOVERY)).toBeNull();
});
