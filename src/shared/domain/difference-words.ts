import { type Cents, formatMoney, parseMoney } from './money.ts';

/** Where a reconciliation compares, as people read it. */
const PLACES: Readonly<Record<string, string>> = {
  payout_lines: 'Payout lines of payments',
  settled_deals: 'Payout lines of deals paid in full',
  completed_deals: 'Deals completed automatically',
  corrected_payments: 'Corrected payments',
  deal_totals: 'Totals of deals',
  participation_totals: 'Totals of shares',
  listed_participations: 'Tables of shares',
  participation_pay_dates: 'Payouts of shares by pay date',
  syndicate_pay_dates: 'Payouts by pay date',
  syndicate_totals: 'Totals of investors',
  deal_standings: 'Standing of deals',
  watched_participations: 'Watchlist',
  watched_deal_changes: 'Watchlist of the board',
  syndicate_forecasts: 'Forecast',
  syndicate_analyses: 'Insights',
  syndicate_returns: 'Returns on cost',
  syndicate_returns_parts: 'Returns on cost by deal',
  cash_entries: 'Cash account',
  payout_run_items: 'Payouts in payout runs',
  payout_runs: 'Totals of payout runs',
  paid_pay_dates: 'Amounts left by payout runs',
  book_changes: 'Book as of a day',
  statements: 'Statements',
  board: 'Board',
  'summary strip': 'Summary strip',
  'returned payments': 'Returned payments',
};

/** 'syndicate_pay_dates' as 'Payouts by pay date'. A place that has no words is written as it is. */
export const placeInWords = (place: string): string =>
  PLACES[place] ?? `${place.charAt(0).toUpperCase()}${place.slice(1).replaceAll('_', ' ')}`;

/** 'net_pay_cents' as 'Net pay'. */
export function figureInWords(name: string): string {
  const words = name
    .replace(/_(cents|count)$/, (_, unit: string) => (unit === 'count' ? ' (number)' : ''))
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}`;
}

/** An amount in what a reconciliation keeps: whole cents by name, or money that is written out. */
export function centsIn(name: string, value: unknown): Cents | null {
  if (name.endsWith('_cents') && /^-?\d+$/.test(String(value))) return BigInt(String(value));
  const written = typeof value === 'string' ? value.replace('−', '-').replaceAll(/[$,]/g, '') : '';
  return /^-?\d+\.\d\d$/.test(written) ? parseMoney(written) : null;
}

/** As it is shown: '$1,234.56', '3', 'nothing'. */
export function valueInWords(name: string, value: unknown): string {
  const cents = centsIn(name, value);
  if (cents !== null) return formatMoney(cents);
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The figures that say most about money come first. */
const FIRST = ['net_pay_cents', 'amount_cents', 'ledger_cents', 'left_cents', 'gross_cents', 'cash_cents'];

/** Which figure of a difference is shown: one of those that differ, the most telling one. */
export function tellingFigure(
  expected: Readonly<Record<string, unknown>> | null,
  actual: Readonly<Record<string, unknown>> | null,
): string {
  const names = Object.keys(expected ?? actual ?? {});
  const differing = names.filter((name) => String(expected?.[name]) !== String(actual?.[name]));
  return (
    FIRST.find((name) => differing.includes(name)) ??
    differing.find((name) => centsIn(name, (expected ?? actual)?.[name]) !== null) ??
    differing[0] ??
    'row'
  );
}
