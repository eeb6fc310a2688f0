import { addDays, type CalendarDate, isoWeekday } from './calendar-date.ts';
import { type DealTerms, inOrder } from './deal-terms.ts';
import { BANK_DAYS, type DebitDays, weekdaysUpTo, weeklyDays } from './debit-days.ts';
import type { Cents } from './money.ts';

export interface DebitPlan {
  readonly fundedDate: CalendarDate;
  /** In the order in which they were recorded. */
  readonly terms: readonly DealTerms[];
}

/** Debits of one amount: those with the numbers after `after`, up to and including `last`. */
interface Span {
  readonly payment: Cents;
  readonly days: DebitDays;
  readonly after: number;
  /** Infinite under the newest terms. */
  readonly last: number;
}

/** The debits that the terms ask for, in order. They go on for as long as something is owed; nobody has to ask for more. */
function spansOf({ fundedDate, terms }: DebitPlan): Span[] {
  const ordered = inOrder(terms);
  return ordered.flatMap((each, place) => {
    const next = ordered[place + 1];
    const { firstDebitDate, effectiveDate, payment } = each;
    if (payment === 0n) return [];
    const days = daysOf(each, fundedDate);
    const from = firstDebitDate !== null && firstDebitDate > effectiveDate ? firstDebitDate : effectiveDate;
    const span = {
      payment,
      days,
      after: Math.max(days.upTo(addDays(from, -1)), daysUpToFunding(each, fundedDate)),
      last: next ? days.upTo(addDays(next.effectiveDate, -1)) : Number.POSITIVE_INFINITY,
    };
    return span.last > span.after ? [span] : [];
  });
}

const weekdayOf = ({ weekday, firstDebitDate }: DealTerms, fundedDate: CalendarDate): number =>
  weekday ?? isoWeekday(firstDebitDate ?? fundedDate);

const daysOf = (terms: DealTerms, fundedDate: CalendarDate): DebitDays =>
  terms.frequency === 'DAILY' ? BANK_DAYS : weeklyDays(weekdayOf(terms, fundedDate));

/** The first debit is strictly after the funding. A weekly one that would have been on that day is not moved past it. */
const daysUpToFunding = (terms: DealTerms, fundedDate: CalendarDate): number =>
  terms.frequency === 'DAILY'
    ? BANK_DAYS.upTo(fundedDate)
    : weekdaysUpTo(fundedDate, weekdayOf(terms, fundedDate));

/** How many debits of a span are not later than a day. */
const countOf = ({ days, after, last }: Span, day: CalendarDate): number =>
  Math.max(0, Math.min(days.upTo(day), last) - after);

/** What the scheduled debits up to a day ask for together, at most the payback. */
export function expectedBy(plan: DebitPlan, payback: Cents, day: CalendarDate): Cents {
  let expected = 0n;
  for (const span of spansOf(plan)) expected += span.payment * BigInt(countOf(span, day));
  return expected < payback ? expected : payback;
}

/** The number of scheduled debits after one day, up to and including another. */
export function debitsBetween(plan: DebitPlan, after: CalendarDate | null, upTo: CalendarDate): number {
  let count = 0;
  for (const span of spansOf(plan))
    count += countOf(span, upTo) - (after === null ? 0 : countOf(span, after));
  return Math.max(0, count);
}

export interface ScheduledDebit {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

/** The scheduled debits from one day to another, without regard to what is owed. */
export function* debitsIn(plan: DebitPlan, from: CalendarDate, to: CalendarDate): Generator<ScheduledDebit> {
  for (const span of spansOf(plan)) {
    const first = Math.max(span.days.upTo(addDays(from, -1)), span.after) + 1;
    const last = Math.min(span.days.upTo(to), span.last);
    for (let number = first; number <= last; number += 1)
      yield { date: span.days.at(number), amount: span.payment };
  }
}

export interface LastDebits {
  readonly count: number;
  /** What they asked for together. */
  readonly asked: Cents;
  /** The day of the earliest one; null without any. */
  readonly from: CalendarDate | null;
}

/** The last scheduled debits up to a day, at most this many. */
export function lastDebits(plan: DebitPlan, upTo: CalendarDate, most: number): LastDebits {
  let count = 0;
  let asked = 0n;
  let from: CalendarDate | null = null;
  for (const span of spansOf(plan).toReversed()) {
    const inSpan = countOf(span, upTo);
    const taken = Math.min(inSpan, most - count);
    if (taken === 0) continue;
    count += taken;
    asked += span.payment * BigInt(taken);
    from = span.days.at(span.after + inSpan - taken + 1);
  }
  return { count, asked, from };
}

/** Nobody plans further ahead: debits that would take longer have no end in sight. */
const MOST_YEARS = 30;

/** Debits of one amount, on the days with the numbers from `first` to `last`. */
export interface DebitRun {
  readonly days: DebitDays;
  readonly first: number;
  readonly last: number;
  readonly amount: Cents;
}

export interface ComingDebits {
  /** Those that bring their whole amount, in order. */
  readonly runs: readonly DebitRun[];
  /** The one that brings what is left then. Null when the debits end before, or not within thirty years. */
  readonly last: { readonly days: DebitDays; readonly number: number } | null;
}

const NONE: ComingDebits = { runs: [], last: null };

/** The scheduled debits after a day until nothing is owed any more, when each brings what `amountOf` makes of its payment. */
export function comingDebits(
  plan: DebitPlan,
  day: CalendarDate,
  owed: Cents,
  amountOf: (payment: Cents) => Cents = (payment) => payment,
): ComingDebits {
  if (owed <= 0n) return NONE;
  const runs: DebitRun[] = [];
  let left = owed;
  for (const { payment, days, after, last } of spansOf(plan)) {
    const amount = amountOf(payment);
    const before = Math.max(days.upTo(day), after);
    if (amount <= 0n || last <= before) continue;
    const needed = (left + amount - 1n) / amount;
    const available = last - before;
    if (available !== Number.POSITIVE_INFINITY && needed > BigInt(available)) {
      runs.push({ days, first: before + 1, last, amount });
      left -= amount * BigInt(available);
      continue;
    }
    const horizon = days.upTo(addDays(day, MOST_YEARS * 365)) - before;
    if (needed > BigInt(horizon)) return NONE;
    const number = before + Number(needed);
    if (needed > 1n) runs.push({ days, first: before + 1, last: number - 1, amount });
    return { runs, last: { days, number } };
  }
  return { runs, last: null };
}

/** The day of the debit after which nothing is owed any more. */
export const lastDebitOf = ({ last }: ComingDebits): CalendarDate | null =>
  last ? last.days.at(last.number) : null;

/** The day after which nothing is owed any more, with the same debits. Null when there is no such day, or not within thirty years. */
export function payoffAfter(
  plan: DebitPlan,
  day: CalendarDate,
  owed: Cents,
  amountOf?: (payment: Cents) => Cents,
): CalendarDate | null {
  return lastDebitOf(comingDebits(plan, day, owed, amountOf));
}
