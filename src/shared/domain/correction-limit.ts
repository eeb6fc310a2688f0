import type { Cents } from './money.ts';

/** In whole dollars. */
export const MAX_CORRECTION_LIMIT = 100_000;

export interface CorrectionFacts {
  /** By how much it becomes smaller or larger than what was posted first, or what two people last made of it; all of it when it is voided. */
  difference: Cents;
  /** The tenant's own, in whole dollars. */
  limitDollars: number;
  /** Whether every pay date that already has something of the payment can still be changed. */
  isPayDateOpen: boolean;
}

/** Why a correction takes a second person. */
export type SecondPersonReason = 'over limit' | 'pay date closed';

/** Null when one person may do it. */
export function whySecondPerson({
  difference,
  limitDollars,
  isPayDateOpen,
}: CorrectionFacts): SecondPersonReason | null {
  if (!isPayDateOpen) return 'pay date closed';
  const size = difference < 0n ? -difference : difference;
  return size > BigInt(limitDollars) * 100n ? 'over limit' : null;
}
