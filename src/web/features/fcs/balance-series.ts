/** Distinguished by dashes as well as by color. The second is gray, because any hue could be a tenant's. */
export const BALANCE_SERIES = [
  { field: 'averageBalance', name: 'Average Balance', color: 'var(--brand)', dash: undefined },
  { field: 'netDeposits', name: 'Net Deposits Balance', color: 'var(--ink-2)', dash: '6 4' },
] as const;
