import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { Cents } from './money.ts';
import { type Rate, rateFromUnits } from './rate.ts';

/** Money on a day: what was paid in is negative, what came back positive. */
export interface CashFlow {
  readonly date: CalendarDate;
  readonly amount: Cents;
}

export const NO_RATE_REASONS = ['only paid in', 'only received', 'several rates', 'out of range'] as const;

/**
 * The yearly rate (XIRR, Actual/365) at which what was paid in and what came back are worth the same, to 0.01 %; or why there is none.
 * 'out of range': none from -99.99 % to 1,000,000 % fits.
 */
export type YearlyRate =
  | { readonly kind: 'rate'; readonly percent: Rate }
  | { readonly kind: (typeof NO_RATE_REASONS)[number] };

const DAYS_OF_YEAR = 365;
// Logarithms of 1 + rate, in which each flow is a plain exponential: amount x e^(-s x years).
const LOWEST = Math.log(0.0001);
const HIGHEST = Math.log(10_001);
/** Narrow enough for 0.01 % at the highest rate. */
const PRECISION = 1e-10;

export function yearlyRate(flows: readonly CashFlow[]): YearlyRate {
  const days = byDay(flows);
  if (!days.some(({ amount }) => amount > 0n)) return { kind: 'only paid in' };
  if (!days.some(({ amount }) => amount < 0n)) return { kind: 'only received' };
  const roots = rootsOf(termsOf(days));
  const [root] = roots;
  if (root === undefined) return { kind: 'out of range' };
  if (roots.length > 1) return { kind: 'several rates' };
  return { kind: 'rate', percent: rateFromUnits(BigInt(Math.round(Math.expm1(root) * 10_000)), 2) };
}

/** One flow for each day, in order, without days on which nothing is left. */
function byDay(flows: readonly CashFlow[]): CashFlow[] {
  const sums = new Map<CalendarDate, Cents>();
  for (const { date, amount } of flows) sums.set(date, (sums.get(date) ?? 0n) + amount);
  return [...sums]
    .map(([date, amount]) => ({ date, amount }))
    .filter(({ amount }) => amount !== 0n)
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

interface Term {
  readonly amount: number;
  readonly years: number;
}

/**
 * Years are counted from a day between the middle of what was paid in and the middle of what came back. Any day gives the same roots; from
 * this one it shows soonest that the value only falls as the rate rises.
 */
function termsOf(days: readonly CashFlow[]): Term[] {
  const first = days[0]?.date;
  const terms = days.map(({ date, amount }) => ({
    amount: Number(amount),
    years: first === undefined ? 0 : daysBetween(first, date) / DAYS_OF_YEAR,
  }));
  const middleOf = (sign: number) => {
    const side = terms.filter(({ amount }) => Math.sign(amount) === sign);
    const weight = side.reduce((sum, { amount }) => sum + amount, 0);
    return side.reduce((sum, { amount, years }) => sum + amount * years, 0) / weight;
  };
  const start = (middleOf(-1) + middleOf(1)) / 2;
  return terms.map(({ amount, years }) => ({ amount, years: years - start }));
}

const valueAt = (terms: readonly Term[], s: number): number =>
  terms.reduce((sum, { amount, years }) => sum + amount * Math.exp(-s * years), 0);

/**
 * All roots, or the first two that are found. The range is halved until each part is known to have no root, or to rise or fall throughout.
 * No guess to start from is needed, and no second root is overlooked, which is what a method that follows the slope cannot promise.
 */
function rootsOf(terms: readonly Term[]): number[] {
  const roots: number[] = [];
  const slopes = terms.map(({ amount, years }) => ({ amount: -amount * years, years }));
  const parts: [number, number][] = [[LOWEST, HIGHEST]];
  for (let part = parts.pop(); part && roots.length < 2; part = parts.pop()) {
    const [low, high] = part;
    const crosses = valueAt(terms, low) >= 0 !== valueAt(terms, high) >= 0;
    if (keepsSign(slopes, low, high)) {
      if (crosses) roots.push(bisect(terms, low, high));
    } else if (crosses || !keepsSign(terms, low, high)) {
      const middle = (low + high) / 2;
      // Too narrow to tell: the value touches zero, which is two roots in one place.
      if (high - low < PRECISION) roots.push(middle, middle);
      else parts.push([middle, high], [low, middle]);
    }
  }
  return roots;
}

/** Whether the sum is certainly above or certainly below zero between the two: each term lies between its values at the ends. */
function keepsSign(terms: readonly Term[], low: number, high: number): boolean {
  let least = 0;
  let most = 0;
  for (const { amount, years } of terms) {
    const one = amount * Math.exp(-low * years);
    const other = amount * Math.exp(-high * years);
    least += Math.min(one, other);
    most += Math.max(one, other);
  }
  return least > 0 || most < 0;
}

function bisect(terms: readonly Term[], from: number, to: number): number {
  const startsAbove = valueAt(terms, from) >= 0;
  let [low, high] = [from, to];
  while (high - low > PRECISION) {
    const middle = (low + high) / 2;
    if (valueAt(terms, middle) >= 0 === startsAbove) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
