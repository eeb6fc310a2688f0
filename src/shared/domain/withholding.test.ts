import { expect, test } from 'vitest';
import { formatPercent } from './rate.ts';
import {
  advanceTotals,
  advanceWithholdPercent,
  type ExistingAdvance,
  isActiveAdvance,
  offerWithholdPercent,
  totalWithholdPercent,
} from './withholding.ts';

const NET_DEPOSIT = 73_500_00n;

const advance = (overrides: Partial<ExistingAdvance> = {}): ExistingAdvance => ({
  status: 'Active',
  paymentFrequency: null,
  originalFunding: 50_000_00n,
  balance: 20_000_00n,
  dailyPayment: 700_00n,
  weeklyPayment: null,
  ...overrides,
});
const weekly = advance({ dailyPayment: null, weeklyPayment: 1_470_00n });
const idle = advance({ dailyPayment: null, weeklyPayment: null });
const payingOff = advance({ status: 'Paying Off' });
const paidOff = advance({ status: 'PAID OFF' });

test('CALC-04 FCS-05 a daily advance withholds 21 payments a month, a weekly one 4', () => {
  expect(formatPercent(advanceWithholdPercent(advance(), NET_DEPOSIT))).toBe('20.00%');
  expect(formatPercent(advanceWithholdPercent(weekly, NET_DEPOSIT))).toBe('8.00%');
  expect(formatPercent(advanceWithholdPercent(idle, NET_DEPOSIT))).toBe('0.00%');
});

test('CALC-04 an advance that states its pull both ways counts once, by the daily payment', () => {
  const both = advance({ weeklyPayment: 3_500_00n });
  expect(formatPercent(advanceWithholdPercent(both, NET_DEPOSIT))).toBe('20.00%');
  const zeroDaily = advance({ dailyPayment: 0n, weeklyPayment: 1_470_00n });
  expect(formatPercent(advanceWithholdPercent(zeroDaily, NET_DEPOSIT))).toBe('8.00%');
});

test('CALC-04 where the file says how an advance is paid, that decides which of its payments counts', () => {
  const both = { dailyPayment: 700_00n, weeklyPayment: 1_470_00n };
  const shown = (overrides: Partial<ExistingAdvance>) =>
    formatPercent(advanceWithholdPercent(advance({ ...both, ...overrides }), NET_DEPOSIT));
  expect(shown({ paymentFrequency: 'WEEKLY' })).toBe('8.00%');
  expect(shown({ paymentFrequency: 'DAILY' })).toBe('20.00%');
  expect(shown({ paymentFrequency: null })).toBe('20.00%');
  // The file names a payment type without its amount, so the other payment is all that is known.
  expect(shown({ paymentFrequency: 'WEEKLY', weeklyPayment: null })).toBe('20.00%');
  expect(shown({ paymentFrequency: 'DAILY', dailyPayment: null })).toBe('8.00%');
  const total = totalWithholdPercent([advance({ ...both, paymentFrequency: 'WEEKLY' }), weekly], NET_DEPOSIT);
  expect(formatPercent(total)).toBe('16.00%');
});

test('CALC-04 FCS-06 the offer withholds 21 days, a weekly payment being 5 of them', () => {
  const daily = { payment: 700_00n, paymentFrequency: 'DAILY' } as const;
  const everyWeek = { payment: 3_500_00n, paymentFrequency: 'WEEKLY' } as const;
  expect(formatPercent(offerWithholdPercent(daily, NET_DEPOSIT))).toBe('20.00%');
  expect(formatPercent(offerWithholdPercent(everyWeek, NET_DEPOSIT))).toBe('20.00%');
});

test('CALC-04 without net deposits the withhold is 0.00 %', () => {
  expect(formatPercent(advanceWithholdPercent(advance(), 0n))).toBe('0.00%');
  expect(formatPercent(totalWithholdPercent([advance()], 0n))).toBe('0.00%');
  const offer = { payment: 3_500_00n, paymentFrequency: 'WEEKLY' } as const;
  expect(formatPercent(offerWithholdPercent(offer, 0n))).toBe('0.00%');
});

test('CALC-04 the total covers only active advances that pull', () => {
  const total = totalWithholdPercent([advance(), weekly, idle, payingOff, paidOff], NET_DEPOSIT);
  expect(formatPercent(total)).toBe('28.00%');
});

test('FCS-05 paying off and paid off are inactive, however they are written', () => {
  for (const status of ['paying off', 'Paid Off', 'PAYING OFF', ' paid off ']) {
    expect(isActiveAdvance(status)).toBe(false);
  }
  for (const status of ['Active', 'paid', 'not paid off', '']) expect(isActiveAdvance(status)).toBe(true);
});

test('FCS-05 totals leave out inactive advances but keep those that pull nothing', () => {
  expect(advanceTotals([advance(), weekly, idle, payingOff, paidOff])).toEqual({
    originalFunding: 150_000_00n,
    balance: 60_000_00n,
    dailyPayment: 700_00n,
    weeklyPayment: 1_470_00n,
  });
});
