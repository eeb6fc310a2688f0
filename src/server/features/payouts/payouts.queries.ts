import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { payDatesOf, toldPayDate } from '../../book/pay-dates.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { streamRows } from '../../platform/db/stream-rows.ts';

interface Slice {
  limit: number;
  offset: number;
}

interface PayDatesAsked extends Slice {
  tenantId: string;
  syndicateId: bigint;
  before: CalendarDate | null;
}

/** Starts at the given position, so that every page costs the same. */
export async function readPayDates(tx: Tx, { tenantId, syndicateId, before, limit, offset }: PayDatesAsked) {
  let query = payDatesOf(tx, tenantId, syndicateId);
  if (before) query = query.where('paid.payDate', '<', before);
  const rows = await query.orderBy('paid.payDate', 'desc').limit(limit).offset(offset).execute();
  return rows.map(toldPayDate);
}

export async function countPayDates(tx: Tx, tenantId: string, syndicateId: bigint): Promise<number> {
  const { count } = await tx
    .selectFrom('syndicatePayDates')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface DealsAsked extends Slice {
  tenantId: string;
  syndicateId: bigint;
  payDate: CalendarDate;
  after: bigint | null;
}

export async function readDealsOfPayDate(tx: Tx, { after, limit, offset, ...day }: DealsAsked) {
  const page = after === null ? paidOn(tx, day) : paidOn(tx, day).where('participationId', '>', after);
  return withDeals(tx, day.tenantId, page.limit(limit).offset(offset)).execute();
}

/** Reads all of them, in batches. */
export const streamDealsOfPayDate = (tx: Tx, day: Day) =>
  streamRows(tx, withDeals(tx, day.tenantId, paidOn(tx, day)));

export type DealPayout = Awaited<ReturnType<typeof readDealsOfPayDate>>[number];

export type Day = Pick<DealsAsked, 'tenantId' | 'syndicateId' | 'payDate'>;

const paidOn = (tx: Tx, { tenantId, syndicateId, payDate }: Day) =>
  tx
    .selectFrom('participationPayDates')
    .select(['participationId', 'grossCents', 'managementFeeCents', 'netPayCents', 'transactionCount'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('payDate', '=', payDate)
    .orderBy('participationId');

const withDeals = (tx: Tx, tenantId: string, page: ReturnType<typeof paidOn>) =>
  tx
    .selectFrom(page.as('paid'))
    .innerJoin('participations as p', (join) =>
      join.onRef('p.id', '=', 'paid.participationId').on('p.tenantId', '=', tenantId),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.id', '=', 'p.dealId').on('deal.tenantId', '=', tenantId),
    )
    .select([
      'paid.participationId',
      'deal.publicId as dealPublicId',
      'deal.mid',
      'deal.name as merchantName',
      'paid.grossCents as gross',
      'paid.managementFeeCents as managementFee',
      'paid.netPayCents as netPay',
      'paid.transactionCount',
    ])
    .orderBy('paid.participationId');

export async function countDealsOfPayDate(tx: Tx, { tenantId, syndicateId, payDate }: Day): Promise<number> {
  const { count } = await tx
    .selectFrom('participationPayDates')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('payDate', '=', payDate)
    .executeTakeFirstOrThrow();
  return Number(count);
}
