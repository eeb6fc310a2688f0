import type { CalendarDate } from './calendar-date.ts';
import { countWhile } from './count-while.ts';
import { type DealStatus, isEnded } from './deal-status.ts';
import { contractOf, type DealTerms, termsOn } from './deal-terms.ts';
import { bankDaysBack } from './debit-days.ts';
import {
  type DebitPlan,
  debitsBetween,
  debitsIn,
  expectedBy,
  lastDebits,
  payoffAfter,
} from './debit-schedule.ts';
import { divideHalfUp } from './fixed-point.ts';
import type { Cents } from './money.ts';

/** Why a deal is on the watchlist, the gravest first. */
export const WATCH_REASONS = ['status', 'refused', 'missed', 'slow', 'paused', 'modified'] as const;
export type WatchReason = (typeof WATCH_REASONS)[number];

/** 1 is the gravest. */
export const gravityOf = (reason: WatchReason): number => WATCH_REASONS.indexOf(reason) + 1;

export interface WatchedFor {
  readonly reason: WatchReason;
  /** Null where the deal came with its status and nobody knows since when. */
  readonly since: CalendarDate | null;
  /** The bank's code, of a refused debit. */
  readonly code?: string;
}

/** The merchant or the bank has refused to be debited. Other returns, such as of an account without enough money, are tried again. */
export const REFUSAL_CODES = [
  'R02',
  'R03',
  'R04',
  'R05',
  'R07',
  'R08',
  'R10',
  'R11',
  'R15',
  'R16',
  'R20',
  'R29',
] as const;

/** How far back the pace, a refusal, a pause and a modification count, in debits or bank days. */
export const WATCHED_DAYS = 20;
const LEAST_FOR_PACE = 5;
const MISSED_AT_LEAST = 3;
const SLOW_BELOW_PERCENT = 75n;
const TROUBLED: ReadonlySet<DealStatus> = new Set(['Collections', 'Referred To Legal', 'Default']);

export interface StandingDeal extends DebitPlan {
  readonly status: DealStatus;
  /** Since when it has this status; null when nobody knows. */
  readonly statusSince: CalendarDate | null;
  readonly payback: Cents;
  readonly collected: Cents;
}

/** What the payments say about a deal, up to a day. */
export interface PaymentFacts {
  /** The debit date of the last cleared payment. */
  readonly lastCleared: CalendarDate | null;
  /** What cleared of the debits in the time of the pace. */
  readonly paceCleared: Cents;
  /** The earliest refusal of the last 20 bank days. */
  readonly refusal: { readonly date: CalendarDate; readonly code: string } | null;
  /** Since when the pace has been slow, if it is. */
  readonly slowSince: CalendarDate | null;
}

export interface Pace {
  readonly cleared: Cents;
  readonly asked: Cents;
}

export interface DealStanding {
  readonly expected: Cents;
  readonly arrears: Cents;
  /** Scheduled debits since the last one that cleared. */
  readonly missed: number;
  /** Null with fewer than five debits: there is no pace yet. */
  readonly pace: Pace | null;
  readonly contractPayoff: CalendarDate | null;
  readonly expectedPayoff: CalendarDate | null;
  readonly pacePayoff: CalendarDate | null;
  /** The gravest first. */
  readonly reasons: readonly WatchedFor[];
}

/** The first day whose payments count toward the pace; null while there is no pace yet. */
export function paceFrom(plan: DebitPlan, day: CalendarDate): CalendarDate | null {
  const { count, from } = lastDebits(plan, day, WATCHED_DAYS);
  return count < LEAST_FOR_PACE ? null : from;
}

/** The day after which refusals, pauses and modifications count. */
export const watchedAfter = (day: CalendarDate): CalendarDate => bankDaysBack(day, WATCHED_DAYS);

export function paceOf(plan: DebitPlan, day: CalendarDate, cleared: Cents): Pace | null {
  const { count, asked } = lastDebits(plan, day, WATCHED_DAYS);
  return count < LEAST_FOR_PACE ? null : { cleared, asked };
}

export const isSlow = (pace: Pace | null): boolean =>
  pace !== null && pace.cleared * 100n < pace.asked * SLOW_BELOW_PERCENT;

/** What a debit of this amount brings at a pace, which is never more than all of it. */
export function atPace(payment: Cents, pace: Pace | null): Cents {
  if (pace === null || pace.cleared >= pace.asked) return payment;
  return pace.cleared <= 0n ? 0n : divideHalfUp(payment * pace.cleared, pace.asked);
}

/** Whether the deal will be debited again, as far as its status says. What comes in from collections has no dates. */
export const isDebited = (status: DealStatus): boolean => !isEnded(status) && !TROUBLED.has(status);

/** How a deal stands as of the end of a day. */
export function standingOf(deal: StandingDeal, facts: PaymentFacts, day: CalendarDate): DealStanding {
  const { status, payback, collected, terms, fundedDate } = deal;
  const contract = contractOf(terms);
  const contractPayoff = contract
    ? payoffAfter({ fundedDate, terms: [contract] }, fundedDate, payback)
    : null;
  if (isEnded(status)) {
    // Nothing more is expected. What counts as due of a closed deal is its whole payback, whenever it closed.
    const expected = status === 'Cancelled' ? 0n : payback;
    const nothing = { arrears: 0n, missed: 0, pace: null, expectedPayoff: null, pacePayoff: null };
    return { expected, ...nothing, contractPayoff, reasons: [] };
  }
  const expected = expectedBy(deal, payback, day);
  const arrears = expected > collected ? expected - collected : 0n;
  const missed = debitsBetween(deal, facts.lastCleared, day);
  const pace = paceOf(deal, day, facts.paceCleared);
  const owed = payback - collected;
  const payoff = (amountOf: (payment: Cents) => Cents) =>
    isDebited(status) ? payoffAfter(deal, day, owed, amountOf) : null;
  return {
    expected,
    arrears,
    missed,
    pace,
    contractPayoff,
    expectedPayoff: payoff((payment) => payment),
    pacePayoff: payoff((payment) => atPace(payment, pace)),
    reasons: reasonsOf(deal, facts, day, { missed, pace }),
  };
}

function reasonsOf(
  deal: StandingDeal,
  { lastCleared, refusal, slowSince }: PaymentFacts,
  day: CalendarDate,
  { missed, pace }: Pick<DealStanding, 'missed' | 'pace'>,
): WatchedFor[] {
  const found: WatchedFor[] = [];
  if (TROUBLED.has(deal.status)) found.push({ reason: 'status', since: deal.statusSince });
  if (refusal) found.push({ reason: 'refused', since: refusal.date, code: refusal.code });
  if (missed >= MISSED_AT_LEAST)
    found.push({ reason: 'missed', since: firstDebitAfter(deal, lastCleared, day) });
  if (isSlow(pace)) found.push({ reason: 'slow', since: slowSince });
  const newest: DealTerms | undefined = termsOn(deal.terms, day);
  if (newest && newest.effectiveDate > watchedAfter(day)) {
    const { reason, effectiveDate: since } = newest;
    if (reason === 'paused' || reason === 'modified') found.push({ reason, since });
  }
  return found;
}

function firstDebitAfter(plan: DebitPlan, after: CalendarDate | null, day: CalendarDate): CalendarDate {
  for (const { date } of debitsIn(plan, after ?? plan.fundedDate, day))
    if (after === null || date > after) return date;
  return day;
}

/** What cleared of the debits of one day. */
export interface ClearedDebit {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

/**
 * Since when a slow deal has been slow: the earliest debit from which on its pace has been under the limit, looked at on each day of a
 * debit. The cleared debits are all there were, in the order of their days.
 */
export function slowSince(
  plan: DebitPlan,
  cleared: readonly ClearedDebit[],
  day: CalendarDate,
): CalendarDate | null {
  const debits = [...debitsIn(plan, plan.fundedDate, day)];
  const asked = runningSums(debits);
  const came = runningSums(cleared);
  let since: CalendarDate | null = null;
  for (let last = debits.length - 1; last >= LEAST_FOR_PACE - 1; last -= 1) {
    const first = Math.max(0, last + 1 - WATCHED_DAYS);
    // As of a later day than the last debit, what cleared until then counts too.
    const upTo = last === debits.length - 1 ? day : (debits[last]?.date ?? day);
    const from = debits[first]?.date ?? day;
    const pace = {
      asked: (asked[last + 1] ?? 0n) - (asked[first] ?? 0n),
      cleared:
        (came[countWhile(cleared, ({ date }) => date <= upTo)] ?? 0n) -
        (came[countWhile(cleared, ({ date }) => date < from)] ?? 0n),
    };
    if (!isSlow(pace)) break;
    since = debits[last]?.date ?? day;
  }
  return since;
}

/** The sums of the first none, one, two … amounts. */
function runningSums(amounts: readonly { amount: Cents }[]): Cents[] {
  const sums = [0n];
  for (const { amount } of amounts) sums.push((sums.at(-1) ?? 0n) + amount);
  return sums;
}
