import { divideHalfUp, unitsToDecimal, withDisplayMinus } from './fixed-point.ts';
import { type Rate, rateFraction, rateFromUnits } from './rate.ts';

/** Whole cents, as a bigint: mixing in a floating-point number is a compile error and, at run time, a TypeError. */
export type Cents = bigint;

const MONEY = /^(?<sign>-?)(?<dollars>\d+|\d{1,3}(?:,\d{3})+)(?:\.(?<cents>\d{1,2}))?$/;

/** Reads '1234.5', '1,234.50' or '-3'. */
export function parseMoney(text: string): Cents {
  const groups = MONEY.exec(text)?.groups;
  if (!groups) throw new RangeError(`Not an amount of money: ${JSON.stringify(text)}`);
  const { sign = '', dollars = '', cents = '' } = groups;
  const amount = BigInt(dollars.replaceAll(',', '') + cents.padEnd(2, '0'));
  return sign ? -amount : amount;
}

/** For example '1234.50'. */
export function toDecimalString(amount: Cents): string {
  return unitsToDecimal(amount, 2);
}

/** For example '$1,234.50'. */
export function formatMoney(amount: Cents): string {
  const isNegative = amount < 0n;
  const grouped = toDecimalString(isNegative ? -amount : amount).replace(/\B(?=(\d{3})+\.)/g, ',');
  return withDisplayMinus(`${isNegative ? '-' : ''}$${grouped}`);
}

/** Without its sign. */
export const sizeOf = (amount: Cents): Cents => (amount < 0n ? -amount : amount);

export function sumMoney(amounts: Iterable<Cents>): Cents {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

export function timesRate(amount: Cents, factor: Rate): Cents {
  const { numerator, denominator } = rateFraction(factor);
  return divideHalfUp(amount * numerator, denominator);
}

export function percentOf(amount: Cents, percent: Rate): Cents {
  const { numerator, denominator } = rateFraction(percent);
  return divideHalfUp(amount * numerator, denominator * 100n);
}

/** What percent `part` is of `whole`, with 2 decimals; 0.00 when `whole` is 0. */
export function ratioPercent(part: Cents, whole: Cents): Rate {
  return rateFromUnits(whole === 0n ? 0n : divideHalfUp(part * 10_000n, whole), 2);
}

/** Rounded down to a whole percent, so that an amount that is a cent short of the whole is not shown as 100 %. */
export function wholePercent(part: Cents, whole: Cents): Rate {
  return rateFromUnits(whole === 0n ? 0n : (part * 100n) / whole, 0);
}
