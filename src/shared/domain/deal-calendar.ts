import { bankDayFrom, holidayOn } from './bank-holidays.ts';
import { addDays, type CalendarDate, isWeekday, laterOf } from './calendar-date.ts';
import { type DebitPlan, debitsIn } from './debit-schedule.ts';
import { type Cents, percentOf } from './money.ts';
import type { Rate } from './rate.ts';

export const DAY_STATES = ['cleared', 'partly', 'returned', 'missed', 'upcoming', 'holiday'] as const;
export type DayState = (typeof DAY_STATES)[number];

/** One day of a deal's calendar, in the money of one share of the deal. */
export interface CalendarDay {
  readonly date: CalendarDate;
  readonly state: DayState;
  /** What the terms ask for on this day. */
  readonly asked: Cents;
  readonly cleared: Cents;
  /** The bank's code, where a debit of this day came back. */
  readonly returnCode: string | null;
}

/** What became of the debits of one day. */
export interface DebitsOfDay {
  readonly date: CalendarDate;
  /** What cleared of the whole deal, and the share's part of it as it was posted. */
  readonly cleared: Cents;
  readonly clearedOfShare: Cents;
  readonly returnCode: string | null;
}

export interface CalendarDeal extends DebitPlan {
  readonly sharePercent: Rate;
  readonly payback: Cents;
  readonly collected: Cents;
  /** In the order of their days. */
  readonly debits: readonly DebitsOfDay[];
  /** The last day whose debits have had the time to clear; null while nothing is posted. */
  readonly settledDay: CalendarDate | null;
  /** Nothing more is asked for. */
  readonly isEnded: boolean;
  readonly contractPayoff: CalendarDate | null;
  readonly expectedPayoff: CalendarDate | null;
}

/** A deal that would take longer than its contract and this many days is not shown to its end. */
const DAYS_PAST_CONTRACT = 365;

/**
 * The days of a deal from its first debit to its expected payoff: each scheduled debit with what became of it, other days on which
 * something came in, and the weekdays on which banks were closed.
 */
export function calendarOf(deal: CalendarDeal): CalendarDay[] {
  const { debits, settledDay, isEnded, sharePercent } = deal;
  const came = onBankDays(debits);
  const end = endOf(deal, came);
  const asked = new Map<CalendarDate, Cents>();
  for (const { date, amount } of debitsIn(deal, deal.fundedDate, end)) asked.set(date, amount);
  let left = deal.payback - deal.collected;
  const days: CalendarDay[] = [];
  for (const date of [...new Set([...asked.keys(), ...came.keys()])].toSorted()) {
    const debit = came.get(date);
    const amount = asked.get(date) ?? 0n;
    const isComing = !debit && !isEnded && (settledDay === null || date > settledDay);
    // What is still owed is used up by the coming debits; the last one is what is left.
    const due = isComing && amount > left ? left : amount;
    if (isComing) {
      if (due <= 0n) continue;
      left -= due;
    }
    days.push({
      date,
      state: isComing ? 'upcoming' : stateOf(amount, debit),
      asked: percentOf(due, sharePercent),
      cleared: debit?.clearedOfShare ?? 0n,
      returnCode: debit?.returnCode ?? null,
    });
  }
  return withHolidays(days);
}

function stateOf(asked: Cents, debit: DebitsOfDay | undefined): DayState {
  if (!debit) return 'missed';
  if (debit.cleared <= 0n) return debit.returnCode === null ? 'missed' : 'returned';
  return debit.cleared < asked ? 'partly' : 'cleared';
}

/** What is dated on a day without settlement counts on the next bank day. */
function onBankDays(debits: readonly DebitsOfDay[]): Map<CalendarDate, DebitsOfDay> {
  const byDay = new Map<CalendarDate, DebitsOfDay>();
  for (const debit of debits) {
    const date = bankDayFrom(debit.date);
    const other = byDay.get(date);
    byDay.set(date, {
      date,
      cleared: debit.cleared + (other?.cleared ?? 0n),
      clearedOfShare: debit.clearedOfShare + (other?.clearedOfShare ?? 0n),
      returnCode: debit.returnCode ?? other?.returnCode ?? null,
    });
  }
  return byDay;
}

/** The last day of the calendar. What has happened is never left out; a deal that ended has nothing after its last payment. */
function endOf(deal: CalendarDeal, came: ReadonlyMap<CalendarDate, DebitsOfDay>): CalendarDate {
  const { fundedDate, settledDay, contractPayoff, expectedPayoff, isEnded } = deal;
  const lastCame = [...came.keys()].toSorted().at(-1) ?? fundedDate;
  if (isEnded) return lastCame;
  const happened = laterOf(lastCame, settledDay ?? fundedDate);
  const planned = expectedPayoff ?? (settledDay === null ? contractPayoff : null) ?? happened;
  const latest = contractPayoff === null ? planned : addDays(contractPayoff, DAYS_PAST_CONTRACT);
  return laterOf(happened, planned < latest ? planned : latest);
}

function withHolidays(days: readonly CalendarDay[]): CalendarDay[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const holidays: CalendarDay[] = [];
  for (let date = first.date; date < last.date; date = addDays(date, 1))
    if (isWeekday(date) && holidayOn(date) !== undefined)
      holidays.push({ date, state: 'holiday', asked: 0n, cleared: 0n, returnCode: null });
  return [...days, ...holidays].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** What the schedule had asked for by a day and what had come in, in the money of the share. */
export interface CollectedPoint {
  readonly date: CalendarDate;
  readonly expected: Cents;
  readonly collected: Cents;
}

/** From the funding to the last settled day, or to the last payment of a deal that ended; at most this many points, the first and the last among them. */
export function collectedPoints(deal: CalendarDeal, most: number): CollectedPoint[] {
  const { settledDay, sharePercent, payback, fundedDate } = deal;
  if (settledDay === null) return [];
  const came = onBankDays(deal.debits);
  const lastCame = [...came.keys()].toSorted().at(-1);
  const upTo = deal.isEnded ? (lastCame ?? fundedDate) : settledDay;
  const asked = new Map<CalendarDate, Cents>();
  for (const { date, amount } of debitsIn(deal, fundedDate, upTo)) asked.set(date, amount);
  const days = [...new Set([...asked.keys(), ...came.keys()])].toSorted();
  const points: CollectedPoint[] = [{ date: fundedDate, expected: 0n, collected: 0n }];
  let expected = 0n;
  let collected = 0n;
  for (const date of days) {
    expected += asked.get(date) ?? 0n;
    collected += came.get(date)?.clearedOfShare ?? 0n;
    const due = expected < payback ? expected : payback;
    points.push({ date, expected: percentOf(due, sharePercent), collected });
  }
  return thinnedOut(points, most);
}

/** Evenly chosen ones, the first and the last among them. */
function thinnedOut<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, place) => items[Math.round(place * step)]).filter(
    (item) => item !== undefined,
  );
}
