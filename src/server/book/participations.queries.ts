import { type RawBuilder, sql } from 'kysely';
import type { SortColumn } from '../../shared/contract/participations.ts';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { anticipatedReturnPercent, paidInRatio } from '../../shared/domain/participation.ts';
import { amountDue, performancePercent } from '../../shared/domain/performance.ts';
import { rate } from '../../shared/domain/rate.ts';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import type { Tx } from '../platform/db/database.ts';
import { mapBatches, streamRows } from '../platform/db/stream-rows.ts';
import { type Found, type FoundCondition, isFound } from './found-participations.ts';
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
  const { rows } = await tx.executeQuery(counting(valuesOf(choice, found), formOf(choice, found)));
  return Number(rows[0]?.total ?? 0);
}

const isFiltered = (choice: Pick<ParticipationChoice, 'status' | 'agreementMonth' | 'onWatchlist'>) =>
  choice.status !== null || choice.agreementMonth !== null || choice.onWatchlist !== null;

/** True when the search has already counted its matches and no other filter applies. */
const isCounted = (choice: ParticipationChoice, found: Found | null): found is Found & { total: number } =>
  found !== null && found.total !== null && !isFiltered(choice);

/** What the queries of a page are asked with. */
type Values = Omit<ParticipationChoice, 'search' | 'sort'> & Pick<Found, 'ids'>;

/** The payout dates are left out where the participations were found by them before. */
function valuesOf(choice: ParticipationChoice, found: Found | null): Values {
  const { tenantId, syndicateId, status, agreementMonth, onWatchlist } = choice;
  const { payoutsFrom, payoutsTo } = found?.condition === 'by dates' ? choice : NO_DATES;
  const filters = { status, agreementMonth, onWatchlist, payoutsFrom, payoutsTo };
  return { tenantId, syndicateId, ...filters, ids: found?.ids ?? null };
}

const NO_DATES = { payoutsFrom: null, payoutsTo: null };

/** What the queries of a page are written differently for. */
interface Form extends Readonly<Record<string, string>> {
  column: SortColumn;
  direction: 'asc' | 'desc';
  found: FoundCondition | 'no search';
}

const formOf = ({ sort }: ParticipationChoice, found: Found | null): Form => ({
  ...sort,
  found: found?.condition ?? 'no search',
});

/** Which rows of the book a query is about, from what it is asked with and its form. */
function chosenBy(values: Values, { column, direction, found }: Form) {
  const choice: ParticipationChoice = { ...values, search: '', sort: { column, direction } };
  const condition = found === 'no search' ? null : isFound({ condition: found, ids: values.ids }, values);
  return { choice, where: conditions(choice, condition) };
}

interface Counted {
  total: bigint | number;
}

const counting = compiledOnce(
  (values: Values, form: Form) => sql<Counted>`select ${countOf(values, form)} as total`,
);

/** The number of matching participations, as an expression. For a whole book, the ledger keeps it. */
function countOf(values: Values, form: Form): RawBuilder<unknown> {
  if (!isFiltered(values) && form.found === 'no search')
    return sql`(
      select participation_count from syndicate_totals
      where tenant_id = ${values.tenantId}::uuid and syndicate_id = ${values.syndicateId}
    )`;
  const table = form.found === 'by dates' ? 'participation_totals' : 'listed_participations';
  return sql`(select count(*) from ${sql.table(table)} entry where ${chosenBy(values, form).where})`;
}

/** The participations of a choice in PostgreSQL's text form, because they are only passed back to it. */
export async function readParticipationIds(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
): Promise<string> {
  const { rows } = await tx.executeQuery(chosenIds(valuesOf(choice, found), formOf(choice, found)));
  return rows[0]?.ids ?? '{}';
}

const chosenIds = compiledOnce(
  (values: Values, form: Form) => sql<{ ids: string }>`
    select coalesce(array_agg(entry.participation_id), '{}')::text as ids
    from ${sql.table(form.found === 'by dates' ? 'participation_totals' : 'listed_participations')} entry
    where ${chosenBy(values, form).where}`,
);

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
  const query = pageWithCount({ ...valuesOf(choice, found), ...slice }, formOf(choice, found));
  const { rows } = await tx.executeQuery(query);
  // The total is in every row, so a page without rows does not have it.
  const total = rows[0] ? Number(rows[0].total) : await countParticipations(tx, choice, found);
  return { rows: rows.map(toParticipation), total };
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
  const values = { ...valuesOf(choice, found), offset: start, limit: length };
  const form = formOf(choice, found);
  const { rows } = await tx.executeQuery(
    isBackwards ? pageFromEnd(values, form) : pageFromStart(values, form),
  );
  return rows.map(toParticipation);
}

const pageFromStart = compiledOnce((values: Values & Slice, form: Form) =>
  reading<StoredParticipation>(values, form, rowColumns),
);

const pageFromEnd = compiledOnce((values: Values & Slice, form: Form) =>
  reading<StoredParticipation>(values, form, rowColumns, true),
);

const pageWithCount = compiledOnce((values: Values & Slice, form: Form) =>
  reading<StoredParticipation & Counted>(values, form, sql`${rowColumns}, ${countOf(values, form)} as total`),
);

function reading<R>(values: Values & Slice, form: Form, columns: RawBuilder<unknown>, isBackwards = false) {
  const { choice, where } = chosenBy(values, form);
  return sql<R>`
    with entry as materialized (
      select ${orderColumns(choice)} from ${sql.table(tableOf(choice, form.found))} entry
      where ${where}
      order by ${orderBy(choice, isBackwards)} limit ${values.limit} offset ${values.offset}
    )
    select ${columns} from entry ${rowJoins(choice.tenantId)} order by ${orderBy(choice)}`;
}

/** Reads all matching participations, in batches. */
export function streamParticipations(
  tx: Tx,
  choice: ParticipationChoice,
  found: Found | null,
): AsyncGenerator<Participation[]> {
  const query = sql<StoredParticipation>`
    with entry as materialized (
      select ${orderColumns(choice)} from ${sql.table(tableOf(choice, found?.condition))} entry
      where ${conditions(choice, found && isFound(found, choice))}
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
  deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of`;

const rowJoins = (tenantId: string) => sql`
  join participations p on p.tenant_id = ${tenantId}::uuid and p.id = entry.participation_id
  join participation_totals total on total.tenant_id = ${tenantId}::uuid and total.participation_id = entry.participation_id
  join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = p.deal_id
  join deal_totals collected on collected.tenant_id = ${tenantId}::uuid and collected.deal_id = p.deal_id
  join deal_standings standing on standing.tenant_id = ${tenantId}::uuid and standing.deal_id = p.deal_id`;

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
  paybackAmountCents: Cents;
  collectedCents: Cents;
  expectedCents: Cents | null;
  asOf: string | null;
}

function toParticipation(row: StoredParticipation) {
  const { status, paybackAmountCents: paybackAmount, expectedCents: expected } = row;
  const due = amountDue({ status, paybackAmount, expected });
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
    due,
    dealCollected: row.collectedCents,
    asOf: row.asOf === null ? null : calendarDate(row.asOf),
    lastClearedDate: row.lastClearedDate === null ? null : calendarDate(row.lastClearedDate),
    collected: row.grossCents,
    dealPublicId: row.publicId,
  };
}

export type Participation = ReturnType<typeof toParticipation>;
