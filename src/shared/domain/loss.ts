import type { CalendarDate } from './calendar-date.ts';
import type { DealStatus } from './deal-status.ts';
import type { Cents } from './money.ts';

/** A deal in default or with lawyers, and one that was closed for less than it owed. An early payoff at a discount was agreed, and is none. */
export const LOSS_STATUSES = [
  'Referred To Legal',
  'Default',
  'Settled',
  'Write-off',
  'Complete with discount',
] as const satisfies readonly DealStatus[];

/** Of what a loss is the missing part: what the share has cost, or the net RTR that it was to pay. */
export const LOSS_BASES = ['cost', 'rtr'] as const;
export type LossBasis = (typeof LOSS_BASES)[number];

/** By which day lost deals are put into quarters: that of their funding, or that of their default. */
export const LOSS_DATES = ['funded', 'lost'] as const;
export type LossDate = (typeof LOSS_DATES)[number];

/** The lost deals of one quarter, and what of them has not come back. */
export interface LossGroup {
  /** The first day of the quarter; null where nobody knows since when the deals have their status. */
  readonly quarter: CalendarDate | null;
  readonly dealCount: number;
  readonly cost: Cents;
  readonly netRtr: Cents;
  readonly netPaid: Cents;
  readonly lossOfCost: Cents;
  readonly lossOfRtr: Cents;
}

/** All deals that were funded in a quarter, of which its losses are a part. */
export interface FundedLosses extends LossGroup {
  readonly ofAll: { readonly dealCount: number; readonly cost: Cents; readonly netRtr: Cents };
}

export interface Losses {
  /** Every quarter in which a deal was funded, the newest first. */
  readonly byFunding: readonly FundedLosses[];
  /** Every quarter in which a deal was lost, the newest first; at the end those whose day is not known. */
  readonly byDate: readonly LossGroup[];
}

export const NO_LOSSES: Losses = { byFunding: [], byDate: [] };

/** What of the basis has not come back. A deal that has paid more than it cost has lost nothing of the cost. */
export const lossOf = (basis: Cents, netPaid: Cents): Cents => (netPaid < basis ? basis - netPaid : 0n);

export const lossOfGroup = (group: LossGroup, basis: LossBasis): Cents =>
  basis === 'cost' ? group.lossOfCost : group.lossOfRtr;

/** What a group's loss is a part of. */
export const basisOf = (sums: { cost: Cents; netRtr: Cents }, basis: LossBasis): Cents =>
  basis === 'cost' ? sums.cost : sums.netRtr;
