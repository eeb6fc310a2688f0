import type { LossBasis, LossDate } from '../../../shared/domain/loss.ts';

export const BASIS_NAMES: Readonly<Record<LossBasis, string>> = { cost: 'Of cost', rtr: 'Of net RTR' };

export const DATE_NAMES: Readonly<Record<LossDate, string>> = {
  funded: 'By funding',
  lost: 'By date of default',
};

export const BASIS_HEADERS: Readonly<Record<LossBasis, string>> = {
  cost: 'Their cost',
  rtr: 'Their net RTR',
};

/** What a loss is a percent of. */
export const PART_HEADERS: Readonly<Record<LossDate, Readonly<Record<LossBasis, string>>>> = {
  funded: { cost: 'Of the quarter’s cost', rtr: 'Of the quarter’s net RTR' },
  lost: { cost: 'Of their cost', rtr: 'Of their net RTR' },
};
