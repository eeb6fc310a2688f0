import { divideHalfUp } from './fixed-point.ts';
import type { Cents } from './money.ts';
import { type Rate, rateFromUnits } from './rate.ts';

/** Parts of the cost, written as 0.96x. */
export interface Multiples {
  /** Paid to date. */
  readonly dpi: Rate;
  /** Still to come, with what is on its way. */
  readonly rvpi: Rate;
  /** Both. */
  readonly tvpi: Rate;
}

export interface ShownMultiples {
  /** Of all multiples that stand side by side. */
  readonly places: 2 | 3;
  /** In the order of what is still to come; null where nothing was paid in. */
  readonly multiples: (Multiples | null)[];
}

/** Two places after the point, or three. */
const PLACES = [2, 3] as const;

/**
 * The multiples for several amounts that are still to come, rounded so that paid and still to come are the total as one reads it: with 2
 * places if that is so for all of them, otherwise with 3. Where 3 do not add up either, still to come is the rest of the total, a
 * thousandth off its own rounding.
 */
export function shownMultiples(cost: Cents, paid: Cents, toCome: readonly Cents[]): ShownMultiples {
  if (cost === 0n) return { places: 2, multiples: toCome.map(() => null) };
  const places = PLACES.find((each) => toCome.every((amount) => addsUp(cost, paid, amount, each))) ?? 3;
  return {
    places,
    multiples: toCome.map((amount) => {
      const dpi = units(paid, cost, places);
      const tvpi = units(paid + amount, cost, places);
      return {
        dpi: rateFromUnits(dpi, places),
        rvpi: rateFromUnits(tvpi - dpi, places),
        tvpi: rateFromUnits(tvpi, places),
      };
    }),
  };
}

const units = (amount: Cents, cost: Cents, places: number): bigint =>
  divideHalfUp(amount * 10n ** BigInt(places), cost);

const addsUp = (cost: Cents, paid: Cents, toCome: Cents, places: number): boolean =>
  units(paid, cost, places) + units(toCome, cost, places) === units(paid + toCome, cost, places);
