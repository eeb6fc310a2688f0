import { type DealStatus, isExcludedFromBalance } from './deal-status.ts';
import { divideHalfUp } from './fixed-point.ts';
import { type Cents, percentOf } from './money.ts';
import type { Rate } from './rate.ts';
import type { PrincipalMethod, StatusGroup } from './statements.ts';

export interface ShareTerms {
  readonly partRtr: Cents;
  readonly managementFeePercent: Rate;
  /** The fee was paid on the first day with the participation, so nothing is deducted from the payouts. */
  readonly isManagementFeeUpfront: boolean;
}

/** What a share pays if its deal is paid in full: its part of the RTR less its management fee. */
export const netRtrOf = ({ partRtr, managementFeePercent, isManagementFeeUpfront }: ShareTerms): Cents =>
  isManagementFeeUpfront ? partRtr : partRtr - percentOf(partRtr, managementFeePercent);

/**
 * How much of the cost has come back with what was paid by then; the rest of it is income. Never more than the cost. The principal of a
 * period is the difference between its two ends, so that rounding never adds up.
 */
export function principalToDate(
  method: PrincipalMethod,
  { cost, netRtr }: { cost: Cents; netRtr: Cents },
  netPaid: Cents,
): Cents {
  const returned = method === 'cost_first' || netRtr <= 0n ? netPaid : divideHalfUp(cost * netPaid, netRtr);
  return returned < cost ? returned : cost;
}

/** Closed for less than was owed: what of the cost has not come back by then will not come back. */
const CLOSED_FOR_LESS: readonly DealStatus[] = [
  'Settled',
  'Early Pay Discount',
  'Write-off',
  'Complete with discount',
];

/** What of the cost is lost as of a day with this status. A payment that comes later makes it less again. */
export const lossToDate = (status: DealStatus, cost: Cents, principal: Cents): Cents =>
  CLOSED_FOR_LESS.includes(status) ? cost - principal : 0n;

const GROUPS: Readonly<Partial<Record<DealStatus, StatusGroup>>> = {
  'Active Advance': 'active',
  'Payment Temporarily Suspended': 'modified',
  'Payment Modified': 'modified',
  'Partial Payment': 'modified',
  Collections: 'collections',
  'Referred To Legal': 'collections',
  Default: 'default',
};

/** Null where a deal with the status does not count in the balance. */
export const statusGroupOf = (status: DealStatus): StatusGroup | null =>
  isExcludedFromBalance(status) ? null : (GROUPS[status] ?? 'other');
