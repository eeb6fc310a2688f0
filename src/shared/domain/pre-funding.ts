import { type Cents, percentOf } from './money.ts';
import { type Rate, rate, ZERO_RATE } from './rate.ts';

export const PARTICIPATION_STEP_PERCENT: Rate = rate('0.5');

export function participationAmountAt(offerAmount: Cents, percent: Rate): Cents {
  return percentOf(offerAmount, percent);
}

/** Whether the participation slider can stand at this percent. */
export function isAllowedPercent(percent: Rate, maxPercent: Rate): boolean {
  const isOnStep = percent.mod(PARTICIPATION_STEP_PERCENT).eq(ZERO_RATE);
  return isOnStep && percent.gte(ZERO_RATE) && percent.lte(maxPercent);
}

/** The end of the slider: the last step within both what was offered and what is left of the deal. */
export function mostPercent(offered: Rate, left: Rate): Rate {
  const most = left.lt(offered) ? left : offered;
  return most.lt(ZERO_RATE) ? ZERO_RATE : most.minus(most.mod(PARTICIPATION_STEP_PERCENT));
}

interface AnsweredInvite {
  readonly acceptance: { readonly sharePercent: Rate } | null;
  readonly offeredSharePercent: Rate | null;
  readonly maxSharePercent: Rate;
}

/** The share that an invite is about as it stands: what was taken, or before that what is offered. After a decline it is 0. */
export const standingShare = ({ acceptance, offeredSharePercent, maxSharePercent }: AnsweredInvite): Rate =>
  acceptance?.sharePercent ?? offeredSharePercent ?? maxSharePercent;

/** A share of 0 is an answer too. */
export const isDecline = (sharePercent: Rate): boolean => sharePercent.eq(ZERO_RATE);
