import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { rate } from '../../shared/domain/rate.ts';
import { postedCash } from '../ledger/cash/posted-cash.ts';
import { correctedCountOf } from '../ledger/corrected-count.ts';
import type { Tx } from '../platform/db/database.ts';

/** Which rows of the book are listed. Absent fields choose all. */
export interface BookFilter {
  status?: string | undefined;
  dealId?: bigint | undefined;
  syndicateId?: bigint | undefined;
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  search?: string | undefined;
}

export interface BookPage {
  /** Only rows after this id. */
  after?: bigint | undefined;
  limit: number;
}

type Condition = RawBuilder<unknown>;

/** Conditions on the page's own table, so that the rows beside it are looked up for the page alone. */
const where = (tenantId: string, after: bigint, conditions: readonly (Condition | false)[]) =>
  sql.join(
    [sql`tenant_id = ${tenantId}::uuid`, sql`id > ${after}`, ...conditions.filter((one) => one !== false)],
    sql` and `,
  );

/** The funder's own id of a row. */
const ownIdOf = (kind: 'deals' | 'participations' | 'syndicates', rowId: RawBuilder<unknown>) =>
  sql`(select min(own.external_id) from external_ids own
    where own.tenant_id = page.tenant_id and own.kind = ${sql.lit(kind)} and own.id = ${rowId})`;

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

interface ListedDeal {
  id: bigint;
  ownId: string | null;
  mid: string;
  name: string;
  status: string;
  fundedDate: CalendarDate | null;
  fundedAmountCents: Cents | null;
  paybackAmountCents: Cents | null;
  paymentCents: Cents | null;
  paymentFrequency: string | null;
  termDays: number | null;
  collectedCents: Cents;
  clearedCount: number;
  returnedCount: number;
  correctedCount: number;
  lastClearedDate: CalendarDate | null;
}

export async function listDeals(
  tx: Tx,
  tenantId: string,
  { status, syndicateId, from, to, search }: BookFilter,
  { after = 0n, limit }: BookPage,
): Promise<ListedDeal[]> {
  const conditions = [
    status !== undefined && sql`status = ${status}::deal_status`,
    syndicateId !== undefined &&
      sql`id in (select deal_id from participations where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId})`,
    from !== undefined && sql`funded_date >= ${from}::date`,
    to !== undefined && sql`funded_date <= ${to}::date`,
    search !== undefined && sql`(name ilike ${containing(search)} or mid ilike ${containing(search)})`,
  ];
  const { rows } = await sql<ListedDeal>`
    select page.id, ${ownIdOf('deals', sql`page.id`)} as own_id, page.mid, page.name, page.status, page.funded_date,
      page.funded_amount_cents, page.payback_amount_cents, page.payment_cents,
      page.payment_frequency, page.term_days, coalesce(total.collected_cents, 0) as collected_cents,
      coalesce(total.cleared_count, 0) as cleared_count,
      coalesce(total.returned_count - corrected.count, 0) as returned_count, corrected.count as "correctedCount",
      total.last_cleared_date
    from (select * from deals where ${where(tenantId, after, conditions)} order by id limit ${limit}) page
    left join deal_totals total on total.tenant_id = page.tenant_id and total.deal_id = page.id
    cross join lateral ${correctedCountOf(tenantId, sql`page.id`)} corrected
    order by page.id`.execute(tx);
  return rows;
}

interface ListedParticipation {
  id: bigint;
  ownId: string | null;
  dealId: bigint;
  dealOwnId: string | null;
  mid: string;
  syndicateId: bigint;
  syndicateOwnId: string | null;
  syndicate: string;
  dealStatus: string;
  agreementDate: CalendarDate;
  sharePercent: string;
  participationAmountCents: Cents;
  commissionAmountCents: Cents;
  upfrontFeeCents: Cents;
  investmentCostCents: Cents;
  managementFeePercent: string;
  anticipatedReturnCents: Cents;
  grossCents: Cents;
  managementFeeCents: Cents;
  netPayCents: Cents;
  remainingBalanceCents: Cents;
}

export async function listParticipations(
  tx: Tx,
  tenantId: string,
  { dealId, syndicateId }: BookFilter,
  { after = 0n, limit }: BookPage,
) {
  const conditions = [
    dealId !== undefined && sql`deal_id = ${dealId}`,
    syndicateId !== undefined && sql`syndicate_id = ${syndicateId}`,
  ];
  const { rows } = await sql<ListedParticipation>`
    select page.id, ${ownIdOf('participations', sql`page.id`)} as own_id, page.deal_id,
      ${ownIdOf('deals', sql`page.deal_id`)} as deal_own_id, deal.mid, page.syndicate_id,
      ${ownIdOf('syndicates', sql`page.syndicate_id`)} as syndicate_own_id, syndicate.abbreviation as syndicate,
      deal.status as deal_status, page.agreement_date, page.share_percent,
      page.participation_amount_cents, page.commission_amount_cents,
      page.upfront_fee_cents, page.investment_cost_cents, page.management_fee_percent,
      page.anticipated_return_cents, coalesce(total.gross_cents, 0) as gross_cents,
      coalesce(total.management_fee_cents, 0) as management_fee_cents, coalesce(total.net_pay_cents, 0) as net_pay_cents,
      coalesce(total.remaining_balance_cents, page.anticipated_return_cents) as remaining_balance_cents
    from (select * from participations where ${where(tenantId, after, conditions)} order by id limit ${limit}) page
    join deals deal on deal.tenant_id = page.tenant_id and deal.id = page.deal_id
    join syndicates syndicate on syndicate.tenant_id = page.tenant_id and syndicate.id = page.syndicate_id
    left join participation_totals total on total.tenant_id = page.tenant_id and total.participation_id = page.id
    order by page.id`.execute(tx);
  return rows.map((row) => ({
    ...row,
    sharePercent: rate(row.sharePercent),
    managementFeePercent: rate(row.managementFeePercent),
  }));
}

interface ListedPayment {
  id: bigint;
  reference: string;
  dealId: bigint;
  dealOwnId: string | null;
  mid: string;
  amountCents: Cents;
  status: string;
  clearedDate: CalendarDate | null;
  returnedDate: CalendarDate | null;
  returnCode: string | null;
  settlesDeal: boolean;
  recordedAt: Date;
}

export async function listPayments(
  tx: Tx,
  tenantId: string,
  { status, dealId, from, to }: BookFilter,
  { after = 0n, limit }: BookPage,
) {
  const conditions = [
    status !== undefined && sql`status = ${status}`,
    // Few payments come back, and they have an index of their own.
    status !== undefined && status !== 'cleared' && sql`returned_date is not null`,
    dealId !== undefined && sql`deal_id = ${dealId}`,
    from !== undefined && sql`coalesce(cleared_date, returned_date) >= ${from}::date`,
    to !== undefined && sql`coalesce(cleared_date, returned_date) <= ${to}::date`,
  ];
  const { rows } = await sql<ListedPayment>`
    select page.id, page.reference, page.deal_id, ${ownIdOf('deals', sql`page.deal_id`)} as deal_own_id, deal.mid,
      page.amount_cents, page.status, page.cleared_date, page.returned_date, page.return_code, page.settles_deal,
      page.recorded_at
    from (select * from payments where ${where(tenantId, after, conditions)} order by id limit ${limit}) page
    join deals deal on deal.tenant_id = page.tenant_id and deal.id = page.deal_id
    order by page.id`.execute(tx);
  return rows.map((row) => ({ ...row, recordedAt: row.recordedAt.toISOString() }));
}

interface ListedSyndicate {
  id: bigint;
  ownId: string | null;
  abbreviation: string;
  name: string;
  defaultSharePercent: string;
  managementFeePercent: string;
  syndicationFeePercent: string;
  cashBalanceCents: Cents | null;
}

export async function listSyndicates(
  tx: Tx,
  tenantId: string,
  { search }: BookFilter,
  { after = 0n, limit }: BookPage,
) {
  const conditions = [
    search !== undefined &&
      sql`(name ilike ${containing(search)} or abbreviation ilike ${containing(search)})`,
  ];
  const { rows } = await sql<ListedSyndicate>`
    select page.id, ${ownIdOf('syndicates', sql`page.id`)} as own_id, page.abbreviation, page.name,
      page.default_share_percent, page.management_fee_percent, page.syndication_fee_percent,
      case when page.uses_cash_balance then coalesce(${postedCash}, 0) end as cash_balance_cents
    from (select * from syndicates where ${where(tenantId, after, conditions)} order by id limit ${limit}) page
    left join syndicate_totals total on total.tenant_id = page.tenant_id and total.syndicate_id = page.id
    order by page.id`.execute(tx);
  return rows.map((row) => ({
    ...row,
    defaultSharePercent: rate(row.defaultSharePercent),
    managementFeePercent: rate(row.managementFeePercent),
    syndicationFeePercent: rate(row.syndicationFeePercent),
  }));
}
