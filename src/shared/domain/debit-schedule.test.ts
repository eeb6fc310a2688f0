import { expect, test } from 'vitest';
import { type CalendarDate, calendarDate } from './calendar-date.ts';
import type { DealTerms } from './deal-terms.ts';
import { debitsBetween, debitsIn, expectedBy, lastDebits, payoffAfter } from './debit-schedule.ts';

const day = calendarDate;
const contract: DealTerms = {
  effectiveDate: day('2026-10-01'),
  payment: 70_000n,
  frequency: 'DAILY',
  weekday: null,
  firstDebitDate: null,
  reason: 'contract',
};
// The golden example: $84,000 in $700 a bank day, funded on Thursday, October 1.
const plan = { fundedDate: day('2026-10-01'), terms: [contract] };
const PAYBACK = 8_400_000n;
const expected = (terms: DealTerms[], date: string) => expectedBy({ ...plan, terms }, PAYBACK, day(date));
const datesOf = (terms: DealTerms[], from: string, to: string) =>
  [...debitsIn({ ...plan, terms }, day(from), day(to))].map(({ date }) => date);

test('SCHED-01 a daily deal is debited on each bank day after its funding', () => {
  expect(expected([contract], '2026-10-01')).toBe(0n);
  expect(expected([contract], '2026-10-02')).toBe(70_000n);
  expect(expected([contract], '2026-10-09')).toBe(420_000n);
  // Columbus Day.
  expect(expected([contract], '2026-10-12')).toBe(420_000n);
  expect(expected([contract], '2026-10-13')).toBe(490_000n);
});

test('SCHED-01 the last debit is what is left, and no more than the payback is expected', () => {
  expect(payoffAfter(plan, plan.fundedDate, PAYBACK)).toBe('2027-03-29');
  expect(debitsBetween(plan, null, day('2027-03-29'))).toBe(120);
  expect(expected([contract], '2027-03-26')).toBe(8_330_000n);
  expect(expected([contract], '2030-01-01')).toBe(PAYBACK);
  expect(payoffAfter(plan, plan.fundedDate, PAYBACK + 1n)).toBe('2027-03-30');
});

test('SCHED-01 a weekly deal is debited on its weekday, on a holiday the next bank day, and first strictly after its funding', () => {
  const weekly: DealTerms = { ...contract, frequency: 'WEEKLY' };
  expect(datesOf([weekly], '2026-10-01', '2026-10-22')).toEqual(['2026-10-08', '2026-10-15', '2026-10-22']);
  const onMondays: DealTerms = { ...weekly, weekday: 1 };
  expect(datesOf([onMondays], '2026-10-01', '2026-10-20')).toEqual([
    '2026-10-05',
    '2026-10-13',
    '2026-10-19',
  ]);
  expect(expected([onMondays], '2026-10-12')).toBe(70_000n);
  expect(expected([onMondays], '2026-10-13')).toBe(140_000n);
  const saturday = day('2026-10-03');
  const dates = [...debitsIn({ fundedDate: saturday, terms: [weekly] }, saturday, day('2026-10-20'))];
  expect(dates.map(({ date }) => date)).toEqual(['2026-10-13', '2026-10-19']);
});

test('SCHED-01 a first debit date begins the debits, and gives weekly ones their weekday', () => {
  expect(datesOf([{ ...contract, firstDebitDate: day('2026-10-08') }], '2026-10-01', '2026-10-09')).toEqual([
    '2026-10-08',
    '2026-10-09',
  ]);
  const weekly: DealTerms = { ...contract, frequency: 'WEEKLY', firstDebitDate: day('2026-10-14') };
  expect(datesOf([weekly], '2026-10-01', '2026-10-28')).toEqual(['2026-10-14', '2026-10-21', '2026-10-28']);
});

const paused: DealTerms = {
  ...contract,
  effectiveDate: day('2026-10-07'),
  payment: 0n,
  reason: 'paused',
};
const resumed: DealTerms = { ...contract, effectiveDate: day('2026-10-14'), reason: 'resumed' };

test('SCHED-02 nothing is asked for in a pause, and a modification counts from its day', () => {
  expect(datesOf([contract, paused, resumed], '2026-10-01', '2026-10-15')).toEqual([
    '2026-10-02',
    '2026-10-05',
    '2026-10-06',
    '2026-10-14',
    '2026-10-15',
  ]);
  expect(expected([contract, paused], '2026-12-31')).toBe(210_000n);
  const half: DealTerms = { ...resumed, payment: 35_000n, reason: 'modified' };
  expect(expected([contract, paused, half], '2026-10-15')).toBe(280_000n);
  const weekly: DealTerms = { ...half, frequency: 'WEEKLY', weekday: 3, payment: 150_000n };
  expect(expected([contract, paused, weekly], '2026-10-21')).toBe(210_000n + 300_000n);
});

test('SCHED-02 of the terms of one day those recorded last count, in whatever order they come', () => {
  const corrected: DealTerms = { ...resumed, payment: 50_000n };
  expect(expected([contract, paused, resumed, corrected], '2026-10-14')).toBe(260_000n);
  expect(expected([resumed, contract, corrected, paused], '2026-10-14')).toBe(260_000n);
});

test('SCHED-02 the payoff follows the terms that are known, and has no date where nothing more is asked for', () => {
  const owed = 280_000n;
  expect(payoffAfter({ ...plan, terms: [contract, paused, resumed] }, day('2026-10-05'), owed)).toBe(
    '2026-10-16',
  );
  expect(payoffAfter({ ...plan, terms: [contract, paused] }, day('2026-10-07'), owed)).toBeNull();
  expect(payoffAfter(plan, day('2026-10-05'), owed, () => 0n)).toBeNull();
  // A cent a day would take three hundred years.
  expect(payoffAfter(plan, day('2026-10-05'), PAYBACK / 100n, () => 1n)).toBeNull();
});

test('SCHED-03 the last debits up to a day, over pauses and modifications', () => {
  const half: DealTerms = { ...resumed, payment: 35_000n, reason: 'modified' };
  const terms = [contract, paused, half];
  const last = (most: number, upTo: string) => lastDebits({ ...plan, terms }, day(upTo), most);
  expect(last(20, '2026-10-15')).toEqual({ count: 5, asked: 280_000n, from: '2026-10-02' });
  expect(last(3, '2026-10-15')).toEqual({ count: 3, asked: 140_000n, from: '2026-10-06' });
  expect(last(20, '2026-10-01')).toEqual({ count: 0, asked: 0n, from: null });
});

test('SCHED-01 dates and numbers of debits agree with counting day by day, over ten years', () => {
  for (const frequency of ['DAILY', 'WEEKLY'] as const) {
    const terms = [{ ...contract, frequency }];
    const dates = datesOf(terms, '2026-10-01', '2036-10-01');
    expect(dates.length).toBe(debitsBetween({ ...plan, terms }, null, day('2036-10-01')));
    dates.forEach((date: CalendarDate, place) => {
      expect(payoffAfter({ ...plan, terms }, plan.fundedDate, 70_000n * BigInt(place + 1))).toBe(date);
    });
  }
});
