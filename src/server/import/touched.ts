import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { LETTER_STATUSES } from '../../shared/domain/status-moves.ts';
import type { Tx } from '../platform/db/database.ts';
import type { KindReport } from './findings.ts';

/** What an import does to money that is in the book already. Cents are text, because it is stored with the report. */
export interface Touched {
  postedCount: number;
  returnedCount: number;
  /** Of posted payments that it takes back. */
  returned: string;
  /** Balances of investors on deals that its statuses end or open again, or cancel once they are ended, which gives their cost back. */
  balances: string;
  /** Deals that get a status that takes a letter by hand. */
  settledCount?: number;
  /** New shares in a book that has paid something, or of investors with a cash account, and what these cost. */
  paidShareCount: number;
  paidShares: string;
  /** Deals that waited and that it funds, with what their merchants get. What earlier releases have checked does not say it. */
  fundedCount?: number;
  funded?: string;
  /** Deals that get another contract number. */
  renumberedCount?: number;
  /** Deals that get another broker, to whom the links of their offers go. */
  rebrokeredCount?: number;
  /** Investors that get another name or short name. */
  renamedCount?: number;
}

export const TOUCHES_NOTHING: Touched = {
  ...{ postedCount: 0, returnedCount: 0, returned: '0' },
  ...{ balances: '0', paidShareCount: 0, paidShares: '0' },
};

const changesOf = (
  files: readonly Pick<KindReport, 'kind' | 'changeGroups'>[],
  kind: string,
  field: string,
): number =>
  files
    .filter((file) => file.kind === kind)
    .flatMap(({ changeGroups }) => changeGroups)
    .reduce((sum, { count, first }) => sum + (first[0]?.field === field ? count : 0), 0);

/** Within the transaction of the rows, after them and once the payments are compared, if there are any. */
export async function readTouched(
  tx: Tx,
  tenantId: string,
  {
    hasPayments,
    files,
  }: { hasPayments: boolean; files: readonly Pick<KindReport, 'kind' | 'changeGroups'>[] },
): Promise<Touched> {
  const returns = hasPayments
    ? await sql<{ posted: number; count: number; amount: Cents }>`
        select (count(*) filter (where comparison = 'new'))::integer as posted,
          (count(*) filter (where comparison = 'come back'))::integer as count,
          coalesce(sum(amount_cents) filter (where comparison = 'come back'), 0)::bigint as amount
        from compared_payments`.execute(tx)
    : { rows: [] };
  const { rows } = await sql<{ balances: Cents; settledCount: number }>`
    with change as (
      select distinct on (deal_id) deal_id, former_status, deal.status
      from deal_status_changes change join deals deal on deal.tenant_id = change.tenant_id and deal.id = change.deal_id
      where change.tenant_id = ${tenantId}::uuid and change.changed_at >= now() and change.former_status is not null
      order by deal_id, change.id
    )
    select (select count(*)::integer from change where status = any(${LETTER_STATUSES}::text[]) and former_status <> status) as "settledCount",
      coalesce(sum(greatest(total.remaining_balance_cents, case
      when 'Cancelled' in (change.former_status, change.status) then share.investment_cost_cents else 0 end)), 0)::bigint as balances
    from change
    join participations share on share.tenant_id = ${tenantId}::uuid and share.deal_id = change.deal_id
    join participation_totals total on total.tenant_id = share.tenant_id and total.participation_id = share.id
    where (change.former_status = any(${ENDED_STATUSES}::text[])) <> (change.status = any(${ENDED_STATUSES}::text[]))
      or (change.former_status = 'Cancelled') <> (change.status = 'Cancelled')`.execute(tx);
  const shares = await sql<{ count: number; cost: Cents }>`
    select count(*)::integer as count, coalesce(sum(share.investment_cost_cents), 0)::bigint as cost
    from participations share
    join syndicate_totals total on total.tenant_id = share.tenant_id and total.syndicate_id = share.syndicate_id
    where share.tenant_id = ${tenantId}::uuid and share.created_at >= now()
      and (total.cash_entered_through is not null
        -- Until its first payout a book is new, whatever comes in first.
        or exists (select from syndicate_totals paid where paid.tenant_id = share.tenant_id and paid.gross_cents <> 0))`.execute(
    tx,
  );
  const funded = await sql<{ count: number; amount: Cents }>`
    select count(*)::integer as count, coalesce(sum(deal.funded_amount_cents), 0)::bigint as amount
    from deals deal
    where deal.tenant_id = ${tenantId}::uuid and deal.created_at < now() and deal.funded_date is not null and exists (
      select from deal_terms terms where terms.tenant_id = deal.tenant_id and terms.deal_id = deal.id and terms.recorded_at >= now())
      and not exists (
        select from deal_terms terms where terms.tenant_id = deal.tenant_id and terms.deal_id = deal.id and terms.recorded_at < now())`.execute(
    tx,
  );
  const [found] = returns.rows;
  const [paid] = shares.rows;
  const [deals] = funded.rows;
  return {
    postedCount: found?.posted ?? 0,
    returnedCount: found?.count ?? 0,
    returned: String(found?.amount ?? 0n),
    balances: String(rows[0]?.balances ?? 0n),
    settledCount: rows[0]?.settledCount ?? 0,
    paidShareCount: paid?.count ?? 0,
    paidShares: String(paid?.cost ?? 0n),
    fundedCount: deals?.count ?? 0,
    funded: String(deals?.amount ?? 0n),
    renumberedCount: changesOf(files, 'deals', 'mid'),
    rebrokeredCount: changesOf(files, 'deals', 'broker'),
    renamedCount: changesOf(files, 'syndicates', 'name') + changesOf(files, 'syndicates', 'abbreviation'),
  };
}
