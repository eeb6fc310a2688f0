export const DEAL_STATUSES = [
  'Active Advance',
  'Payment Temporarily Suspended',
  'Payment Modified',
  'Partial Payment',
  'Collections',
  'Referred To Legal',
  'Default',
  'Settled',
  'Early Pay Discount',
  'Advance Completed',
  'Cancelled',
  'Write-off',
  'Complete with discount',
] as const;
export type DealStatus = (typeof DEAL_STATUSES)[number];

/** The statuses of a deal that is not funded yet. Investors never see them. */
export const SUBMISSION_STATUSES = ['Request Price Adjustment', 'Contract Request'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export type StatusTone = 'good' | 'watch' | 'bad' | 'closed';

const TONES: Readonly<Record<DealStatus, StatusTone>> = {
  'Active Advance': 'good',
  'Payment Temporarily Suspended': 'watch',
  'Payment Modified': 'watch',
  'Partial Payment': 'watch',
  Collections: 'bad',
  'Referred To Legal': 'bad',
  Default: 'bad',
  Settled: 'closed',
  'Early Pay Discount': 'closed',
  'Advance Completed': 'closed',
  Cancelled: 'closed',
  'Write-off': 'bad',
  'Complete with discount': 'closed',
};

export function isDealStatus(text: string): text is DealStatus {
  return Object.hasOwn(TONES, text);
}

export function statusTone(status: DealStatus): StatusTone {
  return TONES[status];
}

/** Nothing more is expected from a deal with one of these statuses. */
export const ENDED_STATUSES = [
  'Advance Completed',
  'Complete with discount',
  'Early Pay Discount',
  'Settled',
  'Write-off',
  'Cancelled',
] as const satisfies readonly DealStatus[];

export function isEnded(status: DealStatus): boolean {
  return ENDED_STATUSES.some((ended) => ended === status);
}

/** The merchant still owes the contract amount, but nobody expects it to be paid. */
export const EXCLUDED_FROM_BALANCE = [
  'Write-off',
  'Complete with discount',
] as const satisfies readonly DealStatus[];

export function isExcludedFromBalance(status: DealStatus): boolean {
  return EXCLUDED_FROM_BALANCE.some((excluded) => excluded === status);
}
