import { type Cents, percentOf } from './money.ts';
import { type Rate, rate, ZERO_RATE } from './rate.ts';

export const PARTICIPATION_STEP_PERCENT: Rate = rate('0.5');

export function participationAmountAt(offerAmount: Cents, percent: Rate): Cents {
  return percentOf(offerAmount, percent);
}

/** Whether the percent is a position of the participation slider. */
export function isAllowedPercent(percent: Rate, maxPercent: Rate): boolean {
  const isOnStep = percent.mod(PARTICIPATION_STEP_PERCENT).eq(ZERO_RATE);
  return isOnStep && percent.gte(ZERO_RATE) && percent.lte(maxPercent);
}

/** The end of the slider: the largest step that is within both the offered share and what is left of the deal. */
export function maxAllowedPercent(offered: Rate, left: Rate): Rate {
  const most = left.lt(offered) ? left : offered;
  return most.lt(ZERO_RATE) ? ZERO_RATE : most.minus(most.mod(PARTICIPATION_STEP_PERCENT));
}

interface AnsweredInvite {
  readonly acceptance: { readonly sharePercent: Rate } | null;
  readonly offeredSharePercent: Rate | null;
  readonly maxSharePercent: Rate;
}

/**
 * The share that applies to an invite: the one taken, or before an answer the one offered. After a decline it is 0.
 */
export const currentShare = ({ acceptance, offeredSharePercent, maxSharePercent }: AnsweredInvite): Rate =>
  acceptance?.sharePercent ?? offeredSharePercent ?? maxSharePercent;

/** True also for a share of 0, because declining is an answer. */
export const isDecline = (sharePercent: Rate): boolean => sharePercent.eq(ZERO_RATE);
