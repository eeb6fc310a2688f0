import type { Cents } from './money.ts';
import { ABOVE_LIMIT, whyAboveLimit } from './money-limits.ts';

export interface CorrectionFacts {
  /** By how much it becomes smaller or larger than what was posted first, or what two people last made of it; all of it when it is voided. */
  difference: Cents;
  /** What the same person has corrected alone today, of other payments: all differences together, whichever way they went. */
  alone: Cents;
  /** The tenant's own, in whole dollars: of one correction, and of a person's corrections of one day. */
  limitDollars: number;
  /** Whether every pay date that already has something of the payment can still be changed. */
  isPayDateOpen: boolean;
}

/** Why a correction takes a second person. */
export const SECOND_PERSON_REASONS = [...ABOVE_LIMIT, 'pay date closed'] as const;
export type SecondPersonReason = (typeof SECOND_PERSON_REASONS)[number];

/** Null when one person may do it. */
export function whySecondPerson({
  difference,
  alone,
  limitDollars,
  isPayDateOpen,
}: CorrectionFacts): SecondPersonReason | null {
  return isPayDateOpen ? whyAboveLimit({ amount: difference, alone, limitDollars }) : 'pay date closed';
}
