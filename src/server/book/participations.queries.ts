import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { anticipatedReturnPercent, paidInRatio } from '../../shared/domain/participation.ts';
import { amountDueBy, performancePercent } from '../../shared/domain/performance.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';
import { mapBatches, streamRows } from '../platform/db/stream-rows.ts';
import { today } from '../platform/db/today.ts';
import { together } from '../platform/db/together.ts';
import type { Found } from './found-participations.ts';
import {
  conditions,
  orderBy,
  orderColumns,
  type ParticipationChoice,
  tableOf,
} from './participation-choice.ts';

export async function countParticipations(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
): Promise<number> {
  if (isCounted(choice, found)) return found.total;
  const { rows } = await tx.executeQuery(counting(tx, choice, found));
  return countOf(rows);
}

const isFiltered = ({ status, agreementMonth }: ParticipationChoice): boolean =>
  status !== null || agreementMonth !== null;

/** True when the search has already counted its matches and no other filter applies. */
const isCounted = (choice: ParticipationChoice, found: Found | null): found is Found & { total: number } =>
  found !== null && found.total !== null && !isFiltered(choice);

interface Counted {
  count: bigint | number;
}

const countOf = ([counted]: Counted[]): number => Number(counted?.count ?? 0);

/** The query that counts the matching participations. For a whole book, the ledger keeps the count. */
function counting(tx: Tx, choice: ParticipationChoice, found: Found | null): CompiledQuery<Counted> {
  const { tenantId, syndicateId } = choice;
  if (!isFiltered(choice) && !found) {
    return tx
      .selectFrom('syndicateTotals')
      .select('participationCount as count')
      .where('tenantId', '=', tenantId)
      .where('syndicateId', '=', syndicateId)
      .compile();
  }
  return sql<Counted>`
    ${withFound(found)} counted as (
      select count(*) from ${sql.table(found?.table ?? 'listed_participations')} entry where ${conditions(choice, found)}
    )
    select count from counted`.compile(tx);
}

/** The beginning of a query, to be followed by the name of a common table expression. */
export const withFound = (found: Found | null): RawBuilder<unknown> => found?.begin ?? sql`with`;

export interface Slice {
  offset: number;
  limit: number;
}

/** Up to this offset, reading from the start is never much slower than reading from the end. */
const NEAR_START_ROWS = 500;

/** Reads one page, and the total number of rows. */
export async function readPage(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
  slice: Slice,
): Promise<{ rows: Participation[]; total: number }> {
  if (slice.offset > NEAR_START_ROWS || isCounted(choice, found)) {
    const total = await countParticipations(tx, choice, found);
    return { rows: await readFromNearerEnd(tx, choice, found, { ...slice, total }), total };
  }
  const page = reading(tx, choice, found, slice);
  const [counted, rows] = await together(tx, counting(tx, choice, found), page);
  return { rows: rows.map(toParticipation), total: countOf(counted) };
}

async function readFromNearerEnd(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
  { offset, limit, total }: Slice & { total: number },
): Promise<Participation[]> {
  const length = Math.min(limit, total - offset);
  if (length <= 0) return [];
  const isBackwards = offset > total / 2;
  const start = isBackwards ? total - offset - length : offset;
  const slice = { offset: start, limit: length };
  const { rows } = await tx.executeQuery(reading(tx, choice, found, slice, isBackwards));
  return rows.map(toParticipation);
}

const reading = (
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
  { offset, limit }: Slice,
  isBackwards = false,
): CompiledQuery<StoredParticipation> =>
  sql<StoredParticipation>`
    ${withFound(found)} entry as materialized (
      select ${orderColumns(choice)} from ${sql.table(found?.table ?? tableOf(choice))} entry
      where ${conditions(choice, found)}
      order by ${orderBy(choice, isBackwards)} limit ${limit} offset ${offset}
    )
    select ${rowColumns} from entry ${rowJoins(choice.tenantId)} order by ${orderBy(choice)}`.compile(tx);

/** Reads all matching participations, in batches. */
export function streamParticipations(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
): AsyncGenerator<Participation[]> {
  const query = sql<StoredParticipation>`
    ${withFound(found)} entry as materialized (
      select ${orderColumns(choice)} from ${sql.table(found?.table ?? tableOf(choice))} entry where ${conditions(choice, found)}
      order by ${orderBy(choice)}
    )
    select ${rowColumns} from entry ${rowJoins(choice.tenantId)} order by ${orderBy(choice)}`;
  return mapBatches(streamRows(tx, query), toParticipation);
}

/** The columns of a table row, for an `entry` row that identifies its participation. */
const rowColumns = sql`
  p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid,
  p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents,
  p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents,
  total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date,
  deal.public_id, deal.funded_date, deal.payback_amount_cents, deal.payment_cents, deal.payment_frequency,
  collected.collected_cents, ${today} as today`;

const rowJoins = (tenantId: string) => sql`
  join participations p on p.tenant_id = ${tenantId}::uuid and p.id = entry.participation_id
  join participation_totals total on total.tenant_id = ${tenantId}::uuid and total.participation_id = entry.participation_id
  join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = p.deal_id
  join deal_totals collected on collected.tenant_id = ${tenantId}::uuid and collected.deal_id = p.deal_id`;

interface StoredParticipation {
  syndicateId: bigint;
  agreementDate: string;
  status: DealStatus;
  platform: string;
  merchantName: string;
  mid: string;
  sharePercent: string;
  participationAmountCents: Cents;
  commissionAmountCents: Cents;
  investmentCostCents: Cents;
  managementFeePercent: string;
  managementFeeUpfront: 0 | 1 | 2;
  anticipatedReturnCents: Cents;
  remainingBalanceCents: Cents;
  grossCents: Cents;
  netPayCents: Cents;
  netProfitCents: Cents;
  lastClearedDate: string | null;
  publicId: string;
  fundedDate: string;
  paybackAmountCents: Cents;
  paymentCents: Cents;
  paymentFrequency: 'DAILY' | 'WEEKLY';
  collectedCents: Cents;
  today: string;
}

function toParticipation(row: StoredParticipation) {
  const due = amountDueBy(
    {
      status: row.status,
      fundedDate: calendarDate(row.fundedDate),
      paybackAmount: row.paybackAmountCents,
      payment: row.paymentCents,
      paymentFrequency: row.paymentFrequency,
    },
    calendarDate(row.today),
  );
  return {
    syndicateId: row.syndicateId,
    agreementDate: calendarDate(row.agreementDate),
    status: row.status,
    platform: row.platform,
    merchantName: row.merchantName,
    mid: row.mid,
    sharePercent: rate(row.sharePercent),
    participationAmount: row.participationAmountCents,
    commissionAmount: row.commissionAmountCents,
    investmentCost: row.investmentCostCents,
    managementFeePercent: rate(row.managementFeePercent),
    managementFeeUpfront: row.managementFeeUpfront,
    anticipatedReturn: row.anticipatedReturnCents,
    anticipatedReturnPercent: anticipatedReturnPercent(row.anticipatedReturnCents, row.investmentCostCents),
    remainingBalance: row.remainingBalanceCents,
    paidInRatio: paidInRatio(row.grossCents, row.anticipatedReturnCents),
    totalPayouts: row.netPayCents,
    netProfit: row.netProfitCents,
    performance: performancePercent(row.collectedCents, due),
    lastClearedDate: row.lastClearedDate === null ? null : calendarDate(row.lastClearedDate),
    collected: row.grossCents,
    dealPublicId: row.publicId,
  };
}

export type Participation = ReturnType<typeof toParticipation>;
