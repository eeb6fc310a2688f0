import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { streamRows } from '../../platform/db/stream-rows.ts';
import { today } from '../../platform/db/today.ts';

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
  return rows.map(({ payDate, ...row }) => ({ ...row, payDate: calendarDate(payDate) }));
}

export async function readPayDate(tx: Tx, { tenantId, syndicateId, payDate }: Day) {
  const row = await payDatesOf(tx, tenantId, syndicateId)
    .where('paid.payDate', '=', payDate)
    .executeTakeFirst();
  return row ? { ...row, payDate } : null;
}

const payDatesOf = (tx: Tx, tenantId: string, syndicateId: bigint) =>
  tx
    .selectFrom('syndicatePayDates as paid')
    .leftJoin('payDateNotes as noted', (join) =>
      join
        .onRef('noted.tenantId', '=', 'paid.tenantId')
        .onRef('noted.syndicateId', '=', 'paid.syndicateId')
        .onRef('noted.payDate', '=', 'paid.payDate'),
    )
    .select([
      'paid.payDate',
      'paid.syndicateId',
      'paid.grossCents as gross',
      'paid.managementFeeCents as managementFee',
      'paid.netPayCents as netPay',
      'paid.transactionCount',
      sql<boolean>`paid.pay_date > ${today}`.as('isUpcoming'),
      'noted.note',
    ])
    .where('paid.tenantId', '=', tenantId)
    .where('paid.syndicateId', '=', syndicateId);

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
