import { expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { MonthlyFigures, StatementParties, YearlyFigures } from '../../shared/domain/statements.ts';
import { comparedText, figuresFrom, hashOf, keptFigures } from './kept-figures.ts';

const parties: StatementParties = {
  funderName: 'Northgate Capital',
  syndicateName: 'Harbor Street LLC',
  street: '1 Harbor Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10004',
  contactPerson: null,
  payDays: [1, 4],
  managementFeePercent: rate('3.00'),
  syndicationFeePercent: rate('2.5'),
};

const deal = { mid: '100200', merchantName: 'Bright Café' };
// More than a number of JavaScript holds exactly.
const much = 9_007_199_254_740_993_01n;

const month: MonthlyFigures = {
  kind: 'month',
  from: calendarDate('2026-10-01'),
  to: calendarDate('2026-10-31'),
  parties,
  balance: {
    opening: 0n,
    openingDeals: 0,
    added: much,
    addedDeals: 1,
    collected: 382_50n,
    payDates: 3,
    writtenOff: -1n,
    writtenOffDeals: 1,
    closing: much - 382_50n + 1n,
    closingDeals: 1,
  },
  payDates: [
    { payDate: calendarDate('2026-10-14'), deals: 1, gross: 382_50n, managementFee: 11_49n, netPay: 371_01n },
  ],
  newDeals: [{ ...deal, cost: 11_900_00n, partRtr: 15_300_00n, syndicationFee: 0n }],
  writtenOff: [{ ...deal, amount: -1n, status: 'Write-off' }],
  fees: { management: 11_49n, syndication: 0n },
  method: 'proportional',
  principal: 297_49n,
  income: 73_52n,
  loss: 0n,
  cash: { opening: 1n, movements: [{ kind: 'payout', count: 1, amount: 371_01n }], closing: 371_02n },
  byStatus: [{ group: 'active', deals: 1, balance: 14_917_50n }],
};

const sums = {
  collected: 382_50n,
  managementFee: 11_49n,
  syndicationFee: 0n,
  netPay: 371_01n,
  principal: 297_49n,
  income: 73_52n,
  loss: 0n,
};

const year: YearlyFigures = {
  kind: 'year',
  from: calendarDate('2026-01-01'),
  to: calendarDate('2026-12-31'),
  parties,
  method: 'cost_first',
  balance: month.balance,
  months: [{ ...sums, month: calendarDate('2026-10-01') }],
  deals: [{ ...sums, ...deal, cost: 11_900_00n }],
  total: sums,
};

test('STMT-03 kept figures come back exactly as they were, whatever their size', () => {
  for (const figures of [month, year]) {
    const kept = keptFigures(figures);
    expect(figuresFrom(kept)).toEqual(figures);
    expect(keptFigures(figuresFrom(kept))).toBe(kept);
  }
});

test('STMT-03 equal figures are equal texts with the same hash, in whatever order they were put together', () => {
  const turned = Object.fromEntries(Object.entries(month).toReversed()) as unknown as MonthlyFigures;
  expect(keptFigures(turned)).toBe(keptFigures(month));
  expect(hashOf(keptFigures(turned))).toBe(hashOf(keptFigures(month)));
  // Nor does the order depend on that of the code, which a later release may change.
  expect(Object.keys(JSON.parse(keptFigures(month)))).toEqual(Object.keys(month).toSorted());
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('STMT-03 a figure that has no place in what is kept is refused', () => {
  expect(() => keptFigures({ ...month, extra: 1 } as MonthlyFigures)).toThrow();
});

test('STMT-05 another name is no reason for a new version, another cent is', () => {
  const renamed = {
    ...month,
    parties: { ...parties, syndicateName: 'Harbor Street II' },
    newDeals: month.newDeals.map((one) => ({ ...one, merchantName: 'Bright Coffee' })),
  };
  expect(comparedText(renamed)).toBe(comparedText(month));
  expect(comparedText({ ...month, principal: 297_50n })).not.toBe(comparedText(month));
});
