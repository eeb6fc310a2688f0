import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { anticipatedReturnPercent, paidInRatio } from '../../shared/domain/participation.ts';
import { dueBy, performancePercent } from '../../shared/domain/performance.ts';
import { rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../db/database.ts';
import { mapBatches, streamRows } from '../db/stream-rows.ts';
import { today } from '../db/today.ts';
import type { Found } from './found-participations.ts';
import {
  conditions,
  orderBy,
  orderColumns,
  type ParticipationChoice,
  tableOf,
} from './participation-choice.ts';

/** How many there are. Without a filter the ledger keeps the number. */
export async function countParticipations(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
): Promise<number> {
  const isFiltered = choice.status !== null || choice.agreementMonth !== null;
  if (!isFiltered && !found) return countBook(tx, choice);
  if (!isFiltered && found && found.total !== null) return found.total;
  const { rows } = await sql<{ count: bigint }>`
    ${withFound(found)} counted as (
      select count(*) from ${sql.table(found?.table ?? 'listed_participations')} entry where ${conditions(choice, found)}
    )
    select count from counted`.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}

/** What a query begins with, a name of its own to follow. */
export const withFound = (found: Found | null): RawBuilder<unknown> => found?.begin ?? sql`with`;

async function countBook(tx: Tx, { tenantId, syndicateId }: ParticipationChoice): Promise<number> {
  const total = await tx
    .selectFrom('syndicateTotals')
    .select('participationCount')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  return total?.participationCount ?? 0;
}

export interface Slice {
  offset: number;
  limit: number;
  /** Of all rows that the choice holds. */
  total: number;
}

/** A page, read from whichever end of the order is nearer. */
export async function readParticipations(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
  { offset, limit, total }: Slice,
) {
  const length = Math.min(limit, total - offset);
  if (length <= 0) return [];
  const isBackwards = offset > total / 2;
  const start = isBackwards ? total - offset - length : offset;
  const { rows } = await sql<StoredParticipation>`
    ${withFound(found)} entry as materialized (
      select ${orderColumns(choice)} from ${sql.table(found?.table ?? tableOf(choice))} entry
      where ${conditions(choice, found)}
      order by ${orderBy(choice, isBackwards)} limit ${length} offset ${start}
    )
    select ${rowColumns} from entry ${rowJoins(choice.tenantId)} order by ${orderBy(choice)}`.execute(tx);
  return rows.map(toParticipation);
}

/** All of them, in batches. */
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

/** The columns of a table's row, for an `entry` that names its participation. */
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
  const due = dueBy(
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
