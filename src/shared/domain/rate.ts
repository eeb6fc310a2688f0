import Big from 'big.js';
import { divideHalfUp, unitsToDecimal, withDisplayMinus } from './fixed-point.ts';

// In strict mode, passing a floating-point number to a rate, or using a rate as a number, throws instead of losing
// digits.
const StrictBig = Big();
StrictBig.strict = true;
// A rate is written to the wire and the database as a plain decimal, never in exponential notation.
StrictBig.NE = -1e6;
StrictBig.PE = 1e6;

/** An exact decimal: a factor, a buy rate, or a percent (7.5 means 7.5 %). */
export type Rate = Big;

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;

// Splitting a book uses the same few rates millions of times, and converting their digits is the slow step.
const fractions = new WeakMap<Rate, Fraction>();

export function rate(text: string): Rate {
  if (!PLAIN_DECIMAL.test(text)) throw new RangeError(`Not a decimal: ${JSON.stringify(text)}`);
  return new StrictBig(text);
}

export const ZERO_RATE: Rate = rate('0');

/** 2727 with 2 decimals is 27.27. */
export function rateFromUnits(units: bigint, decimals: number): Rate {
  return new StrictBig(unitsToDecimal(units, decimals));
}

/** The same value as a fraction of two integers, so that a product is rounded only once. */
export function rateFraction(value: Rate): Fraction {
  const known = fractions.get(value);
  if (known) return known;
  const fraction = toFraction(value);
  fractions.set(value, fraction);
  return fraction;
}

export function roundRate(value: Rate, decimals: number): Rate {
  return rateFromUnits(roundedUnits(value, decimals), decimals);
}

/** For example '1.40'. */
export function formatRate(value: Rate, decimals = 2): string {
  return withDisplayMinus(unitsToDecimal(roundedUnits(value, decimals), decimals));
}

/** For example '27.27%'. */
export function formatPercent(percent: Rate, decimals = 2): string {
  const [whole = '', ...fraction] = formatRate(percent, decimals).split('.');
  return `${[whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')}%`;
}

function toFraction(value: Rate): Fraction {
  const digits = BigInt(value.c.join('')) * BigInt(value.s);
  const decimals = value.c.length - 1 - value.e;
  if (decimals < 0) return { numerator: digits * 10n ** BigInt(-decimals), denominator: 1n };
  return { numerator: digits, denominator: 10n ** BigInt(decimals) };
}

function roundedUnits(value: Rate, decimals: number): bigint {
  const { numerator, denominator } = rateFraction(value);
  return divideHalfUp(numerator * 10n ** BigInt(decimals), denominator);
}
