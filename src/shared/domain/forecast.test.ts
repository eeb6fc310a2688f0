import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import type { DealTerms } from './deal-terms.ts';
import { createForecast, type Forecast, type ForecastDeal, type ForecastShare } from './forecast.ts';
import { rate } from './rate.ts';

const day = calendarDate;
const contract: DealTerms = {
  effectiveDate: day('2026-10-01'),
  payment: 70_000n,
  frequency: 'DAILY',
  weekday: null,
  firstDebitDate: null,
  reason: 'contract',
};
// The golden example: $84,000 in $700 a bank day, funded on Thursday, October 1; a tenth of it, with a fee of 4 %.
const golden: ForecastDeal = {
  status: 'Active Advance',
  fundedDate: day('2026-10-01'),
  payback: 8_400_000n,
  collected: 0n,
  terms: [contract],
  pace: null,
  settledDay: day('2026-10-01'),
};
const tenth: ForecastShare = {
  sharePercent: rate('10'),
  managementFeePercent: rate('4'),
  isManagementFeeUpfront: false,
  anticipatedReturn: 840_000n,
  grossPosted: 0n,
  feePosted: 0n,
};
const everyDay = { payDays: [1, 2, 3, 4, 5], clearingBankDays: 0 };
// Seven debits have cleared by 10/13.
const paidSeven = { ...golden, collected: 490_000n, settledDay: day('2026-10-13') };
const sevenTenths = { ...tenth, grossPosted: 49_000n, feePosted: 1_960n };

function forecastOf(
  shares: readonly (readonly [ForecastDeal, ForecastShare])[],
  paidOn = everyDay,
): Forecast {
  const forecast = createForecast(paidOn);
  for (const [deal, share] of shares) forecast.add(deal, share);
  return forecast.finish();
}

const dated = ({ payDates }: Forecast) => payDates.reduce((sum, { agreed }) => sum + agreed, 0n);
const dateAt = ({ payDates }: Forecast, place: number) => payDates.at(place);

test('SCHED-10 120 debits of $700 pay a tenth $67.20 each, the first on 10/05 and the last on 03/30/2027', () => {
  const forecast = forecastOf([[golden, tenth]]);
  expect(forecast.payDates).toHaveLength(120);
  expect(dateAt(forecast, 0)).toEqual({ payDate: '2026-10-05', agreed: 6_720n, atPace: 6_720n });
  expect(dateAt(forecast, -1)).toEqual({ payDate: '2027-03-30', agreed: 6_720n, atPace: 6_720n });
  expect(forecast).toMatchObject({ netBalance: 806_400n, undated: 0n, notReached: 0n, notReachedCount: 0 });
  expect(dated(forecast)).toBe(806_400n);
});

test('SCHED-10 arrears come at the end, and the last debit settles what rounding left', () => {
  // Three debits were missed; a third of a tenth leaves fractions of a cent at each one.
  const share = { ...tenth, sharePercent: rate('3.3333'), anticipatedReturn: 280_000n };
  const forecast = forecastOf([[{ ...paidSeven, collected: 280_000n }, share]]);
  expect(dateAt(forecast, -1)?.payDate).toBe('2027-04-02');
  expect(forecast.netBalance).toBe(268_800n);
  expect(dated(forecast)).toBe(268_800n);
  // 116 debits: 23.3331 each, less 4 %; the last one is what is left of 2,688.00.
  expect(dateAt(forecast, 0)?.agreed).toBe(2_240n);
  expect(dateAt(forecast, -1)?.agreed).toBe(268_800n - 115n * 2_240n);
});

test('SCHED-10 at half the pace half comes in until the last agreed pay date, and the rest is not reached', () => {
  const slow = { ...paidSeven, pace: { cleared: 245_000n, asked: 490_000n } };
  const forecast = forecastOf([[slow, sevenTenths]]);
  expect(forecast.netBalance).toBe(806_400n - 7n * 6_720n);
  expect(forecast.payDates).toHaveLength(113);
  expect(dateAt(forecast, 0)).toEqual({ payDate: '2026-10-15', agreed: 6_720n, atPace: 3_360n });
  expect(forecast.notReached).toBe(forecast.netBalance - 113n * 3_360n);
  expect(forecast.notReachedCount).toBe(1);
});

test('SCHED-10 a pause, a default and a pace of nothing have no date; all together are the net balance', () => {
  const paused: DealTerms = { ...contract, effectiveDate: day('2026-10-14'), payment: 0n, reason: 'paused' };
  const stopped = { ...paidSeven, pace: { cleared: 0n, asked: 490_000n } };
  const forecast = forecastOf([
    [{ ...paidSeven, terms: [contract, paused] }, sevenTenths],
    [{ ...paidSeven, status: 'Default' }, sevenTenths],
    [{ ...paidSeven, status: 'Collections' }, sevenTenths],
    [stopped, sevenTenths],
  ]);
  const each = 759_360n;
  expect(forecast).toMatchObject({ netBalance: 4n * each, undated: 3n * each, undatedCount: 3 });
  expect(dated(forecast) + forecast.undated).toBe(forecast.netBalance);
  expect(forecast).toMatchObject({ notReached: 4n * each, notReachedCount: 4 });
});

test('SCHED-10 debits up to a pause that was agreed for later are dated, the rest is not', () => {
  const later: DealTerms = { ...contract, effectiveDate: day('2026-10-19'), payment: 0n, reason: 'paused' };
  const forecast = forecastOf([[{ ...paidSeven, terms: [contract, later] }, sevenTenths]]);
  expect(forecast.payDates.map(({ payDate }) => payDate)).toEqual(['2026-10-15', '2026-10-16', '2026-10-19']);
  expect(forecast.undated).toBe(759_360n - 3n * 6_720n);
});

test('SCHED-10 weekly debits over a holiday, cleared two bank days later, are paid on the syndicate’s day', () => {
  const weekly: DealTerms = { ...contract, payment: 350_000n, frequency: 'WEEKLY', weekday: 1 };
  const forecast = forecastOf([[{ ...golden, terms: [weekly] }, tenth]], {
    payDays: [5],
    clearingBankDays: 2,
  });
  // Monday 10/12 is Columbus Day: debited on Tuesday, cleared on Thursday.
  expect(forecast.payDates.slice(0, 3).map(({ payDate }) => payDate)).toEqual([
    '2026-10-09',
    '2026-10-16',
    '2026-10-23',
  ]);
  expect(dateAt(forecast, 1)?.agreed).toBe(33_600n);
  expect(dated(forecast)).toBe(806_400n);
});

test('SCHED-10 a fee that was paid upfront is not taken again', () => {
  const forecast = forecastOf([[golden, { ...tenth, isManagementFeeUpfront: true }]]);
  expect(forecast.netBalance).toBe(840_000n);
  expect(dateAt(forecast, 0)?.agreed).toBe(7_000n);
});
