import { expect, test } from 'vitest';
import { addDays, calendarDate } from './calendar-date.ts';
import { type CalendarDeal, calendarOf, collectedPoints, type DebitsOfDay } from './deal-calendar.ts';
import { rate } from './rate.ts';

const day = calendarDate;

/** $84,000 in $700 a bank day, funded on October 1, and a tenth of it. */
const GOLDEN: CalendarDeal = {
  fundedDate: day('2026-10-01'),
  terms: [
    {
      effectiveDate: day('2026-10-01'),
      payment: 70_000n,
      frequency: 'DAILY',
      weekday: null,
      firstDebitDate: null,
      reason: 'contract',
    },
  ],
  sharePercent: rate('10'),
  payback: 8_400_000n,
  collected: 0n,
  debits: [],
  settledDay: null,
  isEnded: false,
  contractPayoff: day('2027-03-29'),
  expectedPayoff: day('2027-03-29'),
};

const cleared = (date: string, amount = 70_000n): DebitsOfDay => ({
  date: day(date),
  cleared: amount,
  clearedOfShare: amount / 10n,
  returnCode: null,
});
const returned = (date: string): DebitsOfDay => ({ ...cleared(date, 0n), returnCode: 'R01' });
const on = (deal: CalendarDeal, date: string) => calendarOf(deal).find((found) => found.date === date);

test('SCHED-09 a calendar has each scheduled debit from the first to the payoff, and the bank holidays between', () => {
  const days = calendarOf(GOLDEN);
  const upcoming = days.filter(({ state }) => state === 'upcoming');
  expect(upcoming).toHaveLength(120);
  expect(days[0]).toMatchObject({ date: '2026-10-02', asked: 7_000n });
  expect(days.at(-1)).toMatchObject({ date: '2027-03-29', state: 'upcoming' });
  const holidays = days.filter(({ state }) => state === 'holiday').map(({ date }) => date);
  expect(holidays).toEqual([
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
  ]);
});

test('SCHED-09 a day says what became of its debit: cleared, a part of it, returned, missed', () => {
  const deal: CalendarDeal = {
    ...GOLDEN,
    collected: 100_000n,
    debits: [cleared('2026-10-02'), cleared('2026-10-05', 30_000n), returned('2026-10-06')],
    settledDay: day('2026-10-07'),
    expectedPayoff: day('2027-04-01'),
  };
  expect(on(deal, '2026-10-02')).toMatchObject({ state: 'cleared', asked: 7_000n, cleared: 7_000n });
  expect(on(deal, '2026-10-05')).toMatchObject({ state: 'partly', asked: 7_000n, cleared: 3_000n });
  expect(on(deal, '2026-10-06')).toMatchObject({ state: 'returned', cleared: 0n, returnCode: 'R01' });
  expect(on(deal, '2026-10-07')).toMatchObject({ state: 'missed', asked: 7_000n });
  expect(on(deal, '2026-10-08')).toMatchObject({ state: 'upcoming', asked: 7_000n });
  // 83,000.00 is owed: 118 debits of 700.00 and one of 400.00.
  const coming = calendarOf(deal).filter(({ state }) => state === 'upcoming');
  expect(coming).toHaveLength(119);
  expect(coming.at(-1)).toMatchObject({ date: '2027-04-01', asked: 4_000n });
  expect(collectedPoints(deal, 200)).toEqual([
    { date: '2026-10-01', expected: 0n, collected: 0n },
    { date: '2026-10-02', expected: 7_000n, collected: 7_000n },
    { date: '2026-10-05', expected: 14_000n, collected: 10_000n },
    { date: '2026-10-06', expected: 21_000n, collected: 10_000n },
    { date: '2026-10-07', expected: 28_000n, collected: 10_000n },
  ]);
});

test('SCHED-09 what is dated on a weekend or a holiday counts on the next bank day', () => {
  const debits = [cleared('2026-10-10'), cleared('2026-10-12')];
  const deal: CalendarDeal = { ...GOLDEN, collected: 140_000n, debits, settledDay: day('2026-10-13') };
  expect(on(deal, '2026-10-12')).toMatchObject({ state: 'holiday' });
  expect(on(deal, '2026-10-13')).toMatchObject({ state: 'cleared', asked: 7_000n, cleared: 14_000n });
});

test('SCHED-09 a deal that ended has no days after its last payment, and one without a payoff none after the posted day', () => {
  const debits = [cleared('2026-10-02'), cleared('2026-10-05')];
  const settledDay = day('2026-11-02');
  const ended = { ...GOLDEN, debits, settledDay, isEnded: true, expectedPayoff: null };
  expect(calendarOf(ended).map(({ date }) => date)).toEqual(['2026-10-02', '2026-10-05']);
  const stopped = { ...GOLDEN, debits, settledDay, expectedPayoff: null };
  expect(calendarOf(stopped).at(-1)).toMatchObject({ date: '2026-11-02', state: 'missed' });
});

test('SCHED-09 a calendar ends a year after the payoff of the contract at the latest', () => {
  const late = { ...GOLDEN, settledDay: day('2026-10-02'), expectedPayoff: day('2031-01-02') };
  expect(calendarOf({ ...late, payback: 840_000_000n }).at(-1)).toMatchObject({
    date: addDays(day('2027-03-29'), 365),
  });
});

test('SCHED-09 the points of the chart are thinned out, with the first and the last', () => {
  const points = collectedPoints({ ...GOLDEN, settledDay: day('2027-03-29') }, 50);
  expect(points).toHaveLength(50);
  expect(points[0]).toMatchObject({ date: '2026-10-01' });
  expect(points.at(-1)).toEqual({ date: '2027-03-29', expected: 840_000n, collected: 0n });
});
