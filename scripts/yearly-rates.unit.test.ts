import { expect, test } from 'vitest';
import { addDays, calendarDate, daysBetween } from '../src/shared/domain/calendar-date.ts';
import { type CashFlow, yearlyRate } from '../src/shared/domain/yearly-rate.ts';

const FLOWS = Number(process.env['FLOWS'] ?? 500);
const SEED = Number(process.env['SEED'] ?? 20_261_116);
const START = calendarDate('2024-02-29');

/** The same numbers for the same seed (mulberry32), so that a failure can be looked at again. */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A third each: any flows; a cost with payouts after it; a book that buys again and again and is paid in between. */
function randomFlows(random: () => number): CashFlow[] {
  const upTo = (most: number) => Math.floor(random() * most);
  const cents = (most: number) => BigInt(1 + upTo(most));
  const span = 2 + upTo(1_500);
  const count = 2 + upTo(14);
  const shape = upTo(3);
  return Array.from({ length: count }, (_, place) => {
    const date = addDays(START, shape === 1 && place === 0 ? 0 : upTo(span));
    const isPaidIn = shape === 1 ? place === 0 : shape === 2 ? place % 3 === 0 : random() < 0.5;
    const amount = isPaidIn ? -cents(1_000_000) : cents(shape === 1 ? 200_000 : 600_000);
    return { date, amount };
  });
}

interface Term {
  amount: number;
  years: number;
}

const worthAt = (terms: readonly Term[], factor: number) =>
  terms.reduce((sum, { amount, years }) => sum + amount * factor ** years, 0);

/**
 * All discount factors at which the terms add up to nothing, by another method: between two places where the derivative is zero there is at
 * most one. The derivative, taken from a day at which the sign changes, has one change of sign less, so that this ends.
 */
function factorsOf(terms: readonly Term[], from: number, to: number): number[] {
  const change = terms.findIndex(
    ({ amount }, place) => place > 0 && Math.sign(amount) !== Math.sign(terms[place - 1]?.amount ?? 0),
  );
  if (change < 0) return [];
  const middle = ((terms[change - 1]?.years ?? 0) + (terms[change]?.years ?? 0)) / 2;
  const shifted = terms.map(({ amount, years }) => ({ amount, years: years - middle }));
  const derived = shifted.map(({ amount, years }) => ({ amount: amount * years, years }));
  const ends = [from, ...factorsOf(derived, from, to), to];
  return ends.slice(1).flatMap((end, place) => {
    let [low, high] = [ends[place] ?? from, end];
    const isAbove = worthAt(shifted, low) >= 0;
    if (worthAt(shifted, high) >= 0 === isAbove) return [];
    for (let step = 0; step < 70; step += 1) {
      const half = (low + high) / 2;
      if (worthAt(shifted, half) >= 0 === isAbove) low = half;
      else high = half;
    }
    return [(low + high) / 2];
  });
}

/** In percent; null where none or several fit. */
function secondRate(flows: readonly CashFlow[]): number | null {
  const days = new Map<number, number>();
  for (const { date, amount } of flows) {
    const day = daysBetween(START, date);
    days.set(day, (days.get(day) ?? 0) + Number(amount));
  }
  const terms = [...days]
    .sort(([one], [other]) => one - other)
    .map(([day, amount]) => ({ years: day / 365, amount }))
    .filter(({ amount }) => amount !== 0);
  const factors = factorsOf(terms, 1 / 10_001, 10_000);
  return factors.length === 1 ? (1 / (factors[0] ?? 1) - 1) * 100 : null;
}

test(`RETURN-02 the yearly rates of ${FLOWS} random flows are those of a second method, or both refuse`, {
  timeout: 60_000 + FLOWS * 30,
}, () => {
  const random = randomNumbers(SEED);
  const counted: Record<string, number> = {};
  let furthest = 0;
  for (let flow = 0; flow < FLOWS; flow += 1) {
    const flows = randomFlows(random);
    const first = yearlyRate(flows);
    const second = secondRate(flows);
    counted[first.kind] = (counted[first.kind] ?? 0) + 1;
    if (first.kind !== 'rate' || second === null) {
      expect({ flow, refused: first.kind !== 'rate' }).toEqual({ flow, refused: second === null });
      continue;
    }
    const apart = Math.abs(Number(first.percent.toString()) - second);
    furthest = Math.max(furthest, apart);
    // Half a hundredth is what rounding takes away.
    expect({ flow, apart, isNear: apart <= 0.0051 }).toMatchObject({ isNear: true });
  }
  if (process.env['FLOWS']) console.log({ flows: FLOWS, seed: SEED, ...counted, furthest });
  expect(counted['rate']).toBeGreaterThan(FLOWS / 4);
  expect(counted['several rates']).toBeGreaterThan(0);
});
