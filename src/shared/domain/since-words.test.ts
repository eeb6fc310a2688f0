import { expect, test } from 'vitest';
import { calendarDate as day } from './calendar-date.ts';
import { type SinceFigures, sinceLines, sinceTitle } from './since-words.ts';

const NOTHING: SinceFigures = {
  paidOut: { netPay: 0n, payDateCount: 0, paymentCount: 0, firstPayDate: null, payDates: [] },
  newDeals: { count: 0, investmentCost: 0n, deals: [] },
  returned: { count: 0, share: 0n, takenBackCount: 0 },
  statusChanges: { dealCount: 0, statuses: [] },
  alerts: { newCount: 0, resolvedCount: 0, alerts: [] },
};

test('SCHED-08 the title is the day of the last visit', () => {
  const monday = day('2026-11-16');
  expect(sinceTitle(day('2026-11-15'), monday)).toBe('Since yesterday');
  expect(sinceTitle(day('2026-11-13'), monday)).toBe('Since Friday');
  expect(sinceTitle(day('2026-11-10'), monday)).toBe('Since Tuesday');
  expect(sinceTitle(day('2026-11-09'), monday)).toBe('Since 11/09');
  expect(sinceTitle(day('2026-10-17'), monday)).toBe('Since 10/17');
});

test('SCHED-08 five lines in one order, also when nothing happened', () => {
  const lines = sinceLines(NOTHING);
  expect(lines.map(({ label }) => label)).toEqual([
    'Paid out',
    'New deals',
    'Returned payments',
    'Status changes',
    'Alerts',
  ]);
  expect(lines.every(({ value, detail }) => value === null && detail === null)).toBe(true);
});

test('SCHED-08 each line says how many, how much and what', () => {
  const lines = sinceLines({
    paidOut: {
      netPay: 2_080_658n,
      payDateCount: 2,
      paymentCount: 51,
      firstPayDate: day('2026-11-12'),
      payDates: [{ payDate: day('2026-11-13') }, { payDate: day('2026-11-12') }],
    },
    newDeals: { count: 1, investmentCost: 2_613_125n, deals: [{ merchantName: 'Hoffman Plumbing & Drain' }] },
    returned: { count: 3, share: 91_288n, takenBackCount: 0 },
    statusChanges: {
      dealCount: 2,
      statuses: [
        { status: 'Payment Temporarily Suspended', count: 1 },
        { status: 'Advance Completed', count: 1 },
      ],
    },
    alerts: {
      newCount: 1,
      resolvedCount: 2,
      alerts: [{ reason: 'missed', isNew: true, merchantName: 'Fleming & Sons Salon' }],
    },
  });
  expect(lines.map(({ value, detail }) => `${value}: ${detail}`)).toEqual([
    '$20,806.58: 11/12 to 11/13/2026, 51 payments',
    '1 deal, $26,131.25: Hoffman Plumbing & Drain',
    '3 payments, $912.88: your share; none had been paid out',
    '2 deals: 1 suspended, 1 completed',
    '1 new, 2 resolved: 3 or more debits missed',
  ]);
});
