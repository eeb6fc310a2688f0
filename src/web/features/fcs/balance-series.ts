/** Told apart by dashes as well as by colour. */
export const BALANCE_SERIES = [
  { field: 'averageBalance', name: 'Average Balance', color: 'var(--brand)', dash: undefined },
  { field: 'netDeposits', name: 'Net Deposits Balance', color: 'var(--second-line)', dash: '6 4' },
] as const;
