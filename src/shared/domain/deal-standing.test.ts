import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import {
  atPace,
  gravityOf,
  type PaymentFacts,
  paceFrom,
  type StandingDeal,
  slowSince,
  standingOf,
  watchedAfter,
} from './deal-standing.ts';
import type { DealTerms } from './deal-terms.ts';

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
const deal: StandingDeal = {
  status: 'Active Advance',
  statusSince: null,
  fundedDate: day('2026-10-01'),
  payback: 8_400_000n,
  collected: 490_000n,
  terms: [contract],
};
const nothing: PaymentFacts = { lastCleared: null, paceCleared: 0n, refusal: null, slowSince: null };
const paidEachDay: PaymentFacts = { ...nothing, lastCleared: day('2026-10-13'), paceCleared: 490_000n };

test('SCHED-03 a deal that paid on each bank day is where its schedule says, also after a holiday', () => {
  expect(standingOf(deal, paidEachDay, day('2026-10-13'))).toEqual({
    expected: 490_000n,
    arrears: 0n,
    missed: 0,
    pace: { cleared: 490_000n, asked: 490_000n },
    contractPayoff: '2027-03-29',
    expectedPayoff: '2027-03-29',
    pacePayoff: '2027-03-29',
    reasons: [],
  });
});

test('SCHED-03 arrears, missed debits and the pace, and both payoffs', () => {
  const facts = {
    ...paidEachDay,
    lastCleared: day('2026-10-07'),
    paceCleared: 280_000n,
    slowSince: day('2026-10-13'),
  };
  const standing = standingOf({ ...deal, collected: 280_000n }, facts, day('2026-10-13'));
  expect(standing).toMatchObject({ expected: 490_000n, arrears: 210_000n, missed: 3 });
  expect(standing.pace).toEqual({ cleared: 280_000n, asked: 490_000n });
  // What is owed is paid three debits later than agreed; at four of seven it takes 203 debits.
  expect(standing.expectedPayoff).toBe('2027-04-01');
  expect(standing.pacePayoff).toBe('2027-08-04');
  expect(standing.reasons).toEqual([
    { reason: 'missed', since: '2026-10-08' },
    { reason: 'slow', since: '2026-10-13' },
  ]);
});

test('SCHED-03 with fewer than five debits due there is no pace yet, and none of more than all of it', () => {
  const early = standingOf({ ...deal, collected: 0n }, nothing, day('2026-10-07'));
  expect(early).toMatchObject({ expected: 280_000n, missed: 4, pace: null });
  expect(early.pacePayoff).toBe(early.expectedPayoff);
  expect(paceFrom(deal, day('2026-10-07'))).toBeNull();
  expect(paceFrom(deal, day('2026-10-08'))).toBe('2026-10-02');
  expect(paceFrom(deal, day('2026-11-16'))).toBe('2026-10-19');
  expect(atPace(70_000n, { cleared: 3n, asked: 2n })).toBe(70_000n);
  expect(atPace(70_000n, { cleared: 1n, asked: 3n })).toBe(23_333n);
});

test('SCHED-03 at a pace of nothing there is no date', () => {
  const facts = { ...nothing, slowSince: day('2026-10-08') };
  const standing = standingOf({ ...deal, collected: 0n }, facts, day('2026-10-13'));
  expect(standing).toMatchObject({ pacePayoff: null, expectedPayoff: '2027-04-07' });
});

test('SCHED-03 what has ended expects nothing more, and what was called off never did', () => {
  const ended = standingOf({ ...deal, status: 'Settled' }, nothing, day('2026-11-13'));
  expect(ended).toMatchObject({
    expected: 8_400_000n,
    arrears: 0n,
    missed: 0,
    pace: null,
    expectedPayoff: null,
  });
  expect(ended.reasons).toEqual([]);
  expect(standingOf({ ...deal, status: 'Cancelled' }, nothing, day('2026-11-13')).expected).toBe(0n);
});

test('SCHED-04 the gravest reason comes first, each with its day', () => {
  const troubled = {
    ...deal,
    status: 'Collections' as const,
    statusSince: day('2026-10-12'),
    terms: [
      contract,
      { ...contract, effectiveDate: day('2026-10-13'), payment: 35_000n, reason: 'modified' as const },
    ],
  };
  const facts = {
    ...nothing,
    refusal: { date: day('2026-10-09'), code: 'R02' },
    slowSince: day('2026-10-08'),
  };
  expect(standingOf(troubled, facts, day('2026-10-13')).reasons).toEqual([
    { reason: 'status', since: '2026-10-12' },
    { reason: 'refused', since: '2026-10-09', code: 'R02' },
    { reason: 'missed', since: '2026-10-02' },
    { reason: 'slow', since: '2026-10-08' },
    { reason: 'modified', since: '2026-10-13' },
  ]);
  expect(gravityOf('status')).toBeLessThan(gravityOf('modified'));
});

test('SCHED-04 a pause is watched for twenty bank days, and while it lasts', () => {
  const paused: DealTerms = { ...contract, effectiveDate: day('2026-10-14'), payment: 0n, reason: 'paused' };
  const resumed: DealTerms = { ...contract, effectiveDate: day('2026-10-20'), reason: 'resumed' };
  const reasons = (terms: DealTerms[], date: string) =>
    standingOf({ ...deal, terms }, paidEachDay, day(date)).reasons.map(({ reason }) => reason);
  expect(reasons([contract, paused], '2026-10-14')).toEqual(['paused']);
  expect(watchedAfter(day('2026-11-12'))).toBe('2026-10-14');
  expect(reasons([contract, paused], '2026-11-10')).toEqual(['paused']);
  expect(reasons([contract, paused], '2026-11-12')).toEqual([]);
  expect(reasons([contract, paused, resumed], '2026-10-20')).toEqual([]);
});

test('SCHED-04 any cleared amount ends a row of missed debits', () => {
  const facts = { ...nothing, lastCleared: day('2026-10-13'), paceCleared: 1n, slowSince: day('2026-10-08') };
  const reasons = standingOf({ ...deal, collected: 1n }, facts, day('2026-10-15')).reasons;
  expect(reasons.map(({ reason }) => reason)).toEqual(['slow']);
});

test('SCHED-04 slow since the debit from which on the pace has been under 75 %', () => {
  // Seven debits; the first four cleared. At the fifth 4/5 had cleared, at the sixth 4/6.
  const cleared = ['2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'].map((date) => ({
    date: day(date),
    amount: 70_000n,
  }));
  expect(slowSince(deal, cleared, day('2026-10-13'))).toBe('2026-10-09');
  expect(slowSince(deal, cleared, day('2026-10-08'))).toBeNull();
  const late = { date: day('2026-10-13'), amount: 140_000n };
  expect(slowSince(deal, [...cleared, late], day('2026-10-13'))).toBeNull();
});
