import { type RawBuilder, sql } from 'kysely';
import type { Input } from '../../shared/contract/endpoint.ts';
import type { SortColumn } from '../../shared/contract/participations.ts';
import type { portfolioContract } from '../../shared/contract/portfolio.ts';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../shared/domain/deal-status.ts';

/** Which of a syndicate's participations to read, and in which order. */
export interface ParticipationChoice {
  tenantId: string;
  syndicateId: bigint;
  search: string;
  status: DealStatus | null;
  agreementMonth: CalendarDate | null;
  /** True for the deals on the watchlist only. */
  onWatchlist: true | null;
  payoutsFrom: CalendarDate | null;
  payoutsTo: CalendarDate | null;
  sort: { column: SortColumn; direction: 'asc' | 'desc' };
}

type Body = Input<typeof portfolioContract.participations>['body'];
type Asked = Pick<Body, 'syndicateId'> & Partial<Omit<Body, 'page' | 'length'>>;

/** The request with the older system's defaults: all participations, latest agreement first. */
export const toParticipationChoice = (tenantId: string, asked: Asked): ParticipationChoice => ({
  tenantId,
  syndicateId: asked.syndicateId,
  search: asked.search ?? '',
  status: asked.filter?.status ?? null,
  agreementMonth: asked.filter?.agreementMonth ?? null,
  onWatchlist: asked.filter?.onWatchlist || null,
  payoutsFrom: asked.payoutsFrom ?? null,
  payoutsTo: asked.payoutsTo ?? null,
  sort: asked.sort ?? { column: 'agreementDate', direction: 'desc' },
});

type Table = 'listed_participations' | 'participation_totals';

interface SortKey {
  table: Table;
  column: string;
  /** As the tables head it. */
  header: string;
  /** Rows without a value come last in descending order. */
  isNullable?: true;
}

/** Each sort key has its own index, which begins with tenant and syndicate and includes both filter columns. */
const SORT_KEYS: Readonly<Record<SortColumn, SortKey>> = {
  agreementDate: { table: 'listed_participations', column: 'agreement_date', header: 'Agreement Date' },
  status: { table: 'listed_participations', column: 'deal_status', header: 'Status' },
  merchantName: { table: 'listed_participations', column: 'merchant_key', header: 'Merchant' },
  mid: { table: 'listed_participations', column: 'mid', header: 'MID' },
  sharePercent: { table: 'listed_participations', column: 'share_percent', header: '% syndicated' },
  investmentCost: {
    table: 'listed_participations',
    column: 'investment_cost_cents',
    header: 'Total Investment Cost',
  },
  anticipatedReturn: {
    table: 'listed_participations',
    column: 'anticipated_return_cents',
    header: 'Anticipated return',
  },
  anticipatedReturnPercent: {
    table: 'listed_participations',
    column: 'gain_millionths',
    header: 'Anticipated return %',
  },
  remainingBalance: {
    table: 'participation_totals',
    column: 'remaining_balance_cents',
    header: 'Current Remaining Balance',
  },
  countedBalance: { table: 'participation_totals', column: 'counted_balance_cents', header: 'Balance' },
  paidInRatio: { table: 'participation_totals', column: 'paid_in_millionths', header: 'Paid in %' },
  totalPayouts: { table: 'participation_totals', column: 'net_pay_cents', header: 'Total Payouts' },
  collected: { table: 'participation_totals', column: 'gross_cents', header: 'Total Repayments' },
  netProfit: { table: 'participation_totals', column: 'net_profit_cents', header: 'Net profit' },
  lastClearedDate: {
    table: 'participation_totals',
    column: 'last_cleared_date',
    header: 'Last Cleared Payment Date',
    isNullable: true,
  },
};

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

/** The table that the order is read from. Both tables have one row for every participation; one of them has payout dates. */
export const tableOf = ({ sort }: ParticipationChoice, found?: string): Table =>
  found === 'by dates' ? 'participation_totals' : SORT_KEYS[sort.column].table;

/** What a reader of the sorted list is told it is sorted by. */
export const sortHeader = ({ sort }: ParticipationChoice): string => SORT_KEYS[sort.column].header;

/** Only these columns, so that an index-only scan finds the page and full rows are fetched only for the page itself. */
export const orderColumns = ({ sort }: ParticipationChoice): RawBuilder<unknown> =>
  sql.raw(`entry.participation_id, entry.${SORT_KEYS[sort.column].column}`);

export function orderBy(choice: ParticipationChoice, isBackwards = false): RawBuilder<unknown> {
  const { column, isNullable } = SORT_KEYS[choice.sort.column];
  const direction = isBackwards ? OPPOSITE[choice.sort.direction] : choice.sort.direction;
  const nulls = isNullable ? (direction === 'desc' ? ' nulls last' : ' nulls first') : '';
  return sql.raw(`entry.${column} ${direction}${nulls}, entry.participation_id ${direction}`);
}

/** The conditions on an `entry` row of either table. */
export function conditions(
  { tenantId, syndicateId, status, agreementMonth, onWatchlist }: ParticipationChoice,
  isFound: RawBuilder<unknown> | null,
): RawBuilder<unknown> {
  const all = [sql`entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId}`];
  if (status) all.push(sql`entry.deal_status = ${status}`);
  if (agreementMonth) {
    all.push(sql`entry.agreement_date >= ${agreementMonth}::date
      and entry.agreement_date < (${agreementMonth}::date + interval '1 month')::date`);
  }
  if (onWatchlist) {
    all.push(sql`exists (
      select from watched_participations watched
      where watched.tenant_id = ${tenantId}::uuid and watched.participation_id = entry.participation_id
    )`);
  }
  if (isFound) all.push(isFound);
  return sql.join(all, sql` and `);
}
