import { type Cents, sizeOf } from './money.ts';
import type { Protections } from './protections.ts';

/**
 * What one person of the staff, or one service token, may move alone on a day: of corrections and returns, of write-offs, discounts,
 * cancellations and deals that are opened again, and of funding. The amount is a setting, in whole dollars.
 */
export const MONEY_LIMITS = {
  corrections: { setting: 'correctionLimitDollars', most: 100_000 },
  'write-offs': { setting: 'writeOffLimitDollars', most: 1_000_000 },
  funding: { setting: 'fundingLimitDollars', most: 10_000_000 },
} as const satisfies Readonly<Record<string, { setting: keyof Protections; most: number }>>;

export type MoneyLimit = keyof typeof MONEY_LIMITS;

/** Why a second person is needed. */
export const ABOVE_LIMIT = ['over limit', 'over limit of the day'] as const;
export type AboveLimit = (typeof ABOVE_LIMIT)[number];

/** Whoever imported an accepted offer does not fund it alone, however small it is. */
export const WHY_NOT_ALONE = [...ABOVE_LIMIT, 'own import'] as const;
export type WhyNotAlone = (typeof WHY_NOT_ALONE)[number];

interface MovedFacts {
  amount: Cents;
  /** What they have moved alone today, under the same limit. */
  alone: Cents;
  limitDollars: number;
}

/** Null where one person may move it. */
export function whyAboveLimit({ amount, alone, limitDollars }: MovedFacts): AboveLimit | null {
  const size = sizeOf(amount);
  const limit = BigInt(limitDollars) * 100n;
  if (size === 0n) return null;
  if (size > limit) return 'over limit';
  return alone + size > limit ? 'over limit of the day' : null;
}
