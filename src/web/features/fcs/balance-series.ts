/** Told apart by dashes as well as by colour; the second has no hue, which could be that of a tenant. */
export const BALANCE_SERIES = [
  { field: 'averageBalance', name: 'Average Balance', color: 'var(--brand)', dash: undefined },
  { field: 'netDeposits', name: 'Net Deposits Balance', color: 'var(--ink-2)', dash: '6 4' },
] as const;
