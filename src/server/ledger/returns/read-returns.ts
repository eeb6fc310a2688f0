import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import {
  isOpenStatus,
  type Recovery,
  recoveryFrom,
  type StatusBalance,
} from '../../../shared/domain/recovery.ts';
import type { ReturnedDeals } from '../../../shared/domain/returned-deals.ts';
import type { ReturnsBasis } from '../../../shared/domain/returns.ts';
import { compiledOnce } from '../../platform/db/compiled-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { recentFrom } from './keep-parts.ts';
import { flowsOf } from './work-out-returns.ts';

export interface StoredReturns {
  /** False while a change of the book is being worked in. */
  isCurrent: boolean;
  dealCount: number;
  basis: ReturnsBasis;
  recovery: Recovery;
}

interface Row {
  day: string;
  recovery: string;
  isUpToDate: boolean;
  dealCount: number;
  costDates: string[] | null;
  costCents: string[];
  payDates: string[];
  netPayCents: string[];
  balanceStatuses: string[];
  balanceDealCounts: number[];
  netBalanceCents: string[];
}

/** Undefined for who is not there. Where nothing was worked out yet, it is made of nothing, and current only if there is no share either. */
export async function readReturns(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  deals: ReturnedDeals = 'all',
): Promise<StoredReturns | undefined> {
  const { rows } = await tx.executeQuery(storedReturns({ tenantId, syndicateId }, { deals }));
  const [row] = rows;
  if (!row) return undefined;
  const { costDates } = row;
  return {
    isCurrent: row.isUpToDate,
    dealCount: row.dealCount,
    recovery: recoveryFrom(row.recovery),
    basis: {
      today: calendarDate(row.day),
      costs: costDates ? flowsOf(costDates, row.costCents) : [],
      payouts: costDates ? flowsOf(row.payDates, row.netPayCents) : [],
      balances: costDates ? toBalances(row) : [],
    },
  };
}

const toBalances = (row: Row): StatusBalance[] =>
  row.balanceStatuses.map((status, place) => {
    if (!isOpenStatus(status)) throw new Error(`${status} is not the status of an open deal.`);
    return {
      status,
      dealCount: row.balanceDealCounts[place] ?? 0,
      netBalance: BigInt(row.netBalanceCents[place] ?? 0),
    };
  });

interface Form extends Readonly<Record<string, string>> {
  deals: ReturnedDeals;
}

const keptFor = (deals: ReturnedDeals): RawBuilder<unknown> =>
  deals === 'all'
    ? sql`syndicate_returns kept on kept.tenant_id = syndicate.tenant_id and kept.syndicate_id = syndicate.id`
    : sql`syndicate_returns_parts kept on kept.tenant_id = syndicate.tenant_id and kept.syndicate_id = syndicate.id
      and kept.part = ${sql.lit(deals)}`;

/** The last twelve months move on with the day. */
const isOfToday = (deals: ReturnedDeals): RawBuilder<unknown> =>
  deals === 'recent' ? sql` and kept.from_date = ${recentFrom}` : sql``;

const storedReturns = compiledOnce(
  ({ tenantId, syndicateId }: { tenantId: string; syndicateId: bigint }, { deals }: Form) => sql<Row>`
    select ${today}::text as day, tenant.recovery, coalesce(kept.deal_count, total.participation_count, 0) as deal_count,
      coalesce(total.version = kept.book_version${isOfToday(deals)}, total.syndicate_id is null) as is_up_to_date,
      kept.cost_dates::text[], kept.cost_cents::text[], kept.pay_dates::text[], kept.net_pay_cents::text[],
      kept.balance_statuses, kept.balance_deal_counts, kept.net_balance_cents::text[]
    from syndicates syndicate
    join tenants tenant on tenant.id = syndicate.tenant_id
    left join syndicate_totals total on total.tenant_id = syndicate.tenant_id and total.syndicate_id = syndicate.id
    left join ${keptFor(deals)}
    where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId}`,
);
