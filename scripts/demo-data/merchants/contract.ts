import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { type Cents, parseMoney } from '../../../src/shared/domain/money.ts';
import {
  type OfferBasis,
  type OfferTerms,
  termsAtCommission,
} from '../../../src/shared/domain/offer-terms.ts';
import { type Rate, rate, rateFromUnits } from '../../../src/shared/domain/rate.ts';
import type { Random } from '../random.ts';

/** The quality of the merchant's file, which underwriters call the paper grade. */
export type Paper = 'good' | 'middle' | 'weak';

export interface Contract extends OfferBasis, OfferTerms {
  readonly fundedDate: CalendarDate;
}

const SMALLEST = 10_000;
const LARGEST = 250_000;
const LOWEST_FACTOR = 120;
const SHORTEST_TERM = 60;
const LONGEST_TERM = 260;

const SIZE: Readonly<Record<Paper, number>> = { good: 52_000, middle: 44_000, weak: 34_000 };
/** The lowest, most common and highest factor in points, where 138 means 1.38. */
const FACTOR: Readonly<Record<Paper, readonly [number, number, number]>> = {
  good: [125, 138, 143],
  middle: [131, 139, 146],
  weak: [137, 143, 150],
};

export function drawContract(random: Random, paper: Paper, fundedDate: CalendarDate): Contract {
  return contractOf(random, fundedDate, {
    dollars: random.logNormal(SIZE[paper], 0.6),
    factorPoints: Math.round(random.triangular(...FACTOR[paper])),
    termDays: drawTerm(random),
  });
}

function drawTerm(random: Random): number {
  const days = 10 * Math.round(random.logNormal(120, 0.32) / 10);
  return Math.min(LONGEST_TERM, Math.max(SHORTEST_TERM, days));
}

/** A renewal is larger and cheaper than the deal it replaces. */
export function drawRenewal(random: Random, previous: Contract, fundedDate: CalendarDate): Contract {
  const previousPoints = Math.round(Number(previous.factorRate.toFixed(2)) * 100);
  return contractOf(random, fundedDate, {
    dollars: (Number(previous.amount) / 100) * random.between(1.2, 1.4),
    factorPoints: Math.max(LOWEST_FACTOR, previousPoints - random.int(3, 5)),
    termDays: Math.min(LONGEST_TERM, previous.termDays + 10 * random.int(0, 2)),
  });
}

/** The same amount, paid back on another schedule. */
export function rescheduled(
  contract: Contract,
  schedule: Pick<Contract, 'paymentFrequency' | 'termDays'>,
): Contract {
  const basis: OfferBasis = { ...contract, ...schedule };
  return { ...contract, ...schedule, ...termsAtCommission(basis) };
}

/** The merchant returns the money within days, so only the funded amount is owed, and no commission is earned. */
export function rescinded(contract: Contract): Contract {
  return {
    ...contract,
    buyRate: rate('1'),
    factorRate: rate('1'),
    commissionPercent: rate('0'),
    paybackAmount: contract.amount,
  };
}

interface Ask {
  dollars: number;
  factorPoints: number;
  termDays: number;
}

function contractOf(random: Random, fundedDate: CalendarDate, ask: Ask): Contract {
  const commissionPoints = Math.round(random.triangular(8, 10, 14));
  const basis: OfferBasis = {
    amount: roundAmount(ask.dollars),
    buyRate: rateFromUnits(BigInt(ask.factorPoints - commissionPoints), 2),
    commissionPercent: wholePercent(commissionPoints),
    termDays: ask.termDays,
    paymentFrequency: random.chance(0.65) ? 'DAILY' : 'WEEKLY',
  };
  return { fundedDate, ...basis, ...termsAtCommission(basis) };
}

function roundAmount(dollars: number): Cents {
  const step = dollars < 50_000 ? 500 : 2_500;
  const rounded = Math.round(dollars / step) * step;
  return parseMoney(String(Math.min(LARGEST, Math.max(SMALLEST, rounded))));
}

// The whole book uses the same few rates, so each is converted only once.
const halfPoints = new Map<number, Rate>();

export function wholePercent(points: number): Rate {
  return halfPointPercent(points * 2);
}

export function halfPointPercent(count: number): Rate {
  const percent = halfPoints.get(count) ?? rateFromUnits(BigInt(count) * 5n, 1);
  halfPoints.set(count, percent);
  return percent;
}
