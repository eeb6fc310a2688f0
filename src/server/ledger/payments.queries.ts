import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { ComparedDebit } from './day-file/suspected-duplicates.ts';
import type { EntryOrigin } from './payment-entry.ts';

export interface RecordedPayment {
  id: bigint;
  dealId: bigint;
  reference: string;
  amountCents: Cents;
  status: string;
  clearedDate: string | null;
  returnedDate: string | null;
  returnCode: string | null;
  isVoid: boolean;
}

export async function readPayments(
  tx: Tx,
  tenantId: string,
  references: readonly string[],
): Promise<Map<string, RecordedPayment>> {
  const rows = await tx
    .selectFrom('payments')
    .select([
      'id',
      'dealId',
      'reference',
      'amountCents',
      'status',
      'clearedDate',
      'returnedDate',
      'returnCode',
      'isVoid',
    ])
    .where('tenantId', '=', tenantId)
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.reference, row]));
}

export interface NewPayment {
  reference: string;
  dealId: bigint;
  amount: Cents;
  clearedDate: CalendarDate | null;
  debitDate: CalendarDate | null;
  returnedDate: CalendarDate | null;
  returnCode: string | null;
  isVoid: boolean;
  settlesDeal: boolean;
  /** Where it came from, and where it was said that it came back. */
  origin: EntryOrigin | null;
  reversalOrigin: EntryOrigin | null;
}

/** Returns their ids by reference. The deals are locked, so a reference that already exists belongs to another deal. */
export async function recordPayments(
  tx: Tx,
  tenantId: string,
  payments: readonly NewPayment[],
): Promise<Map<string, bigint>> {
  if (payments.length === 0) return new Map();
  const column = <K extends keyof NewPayment>(name: K) => payments.map((payment) => payment[name]);
  const { rows } = await sql<{ id: bigint; reference: string }>`
    insert into payments (tenant_id, deal_id, reference, amount_cents, status, cleared_date, returned_date, return_code,
      is_void, settles_deal, debit_date, source_id, source_line, reversal_source_id, reversal_source_line)
    select ${tenantId}::uuid, deal_id, reference, amount,
      case when cleared_date is null then 'returned' when returned_date is null then 'cleared' else 'reversed' end,
      cleared_date, returned_date, return_code, is_void, settles_deal, debit_date, source_id, source_line,
      reversal_source_id, reversal_source_line
    from unnest(${column('dealId')}::bigint[], ${column('reference')}::text[], ${column('amount')}::bigint[],
      ${column('clearedDate')}::date[], ${column('returnedDate')}::date[], ${column('returnCode')}::text[],
      ${column('isVoid')}::boolean[], ${column('settlesDeal')}::boolean[], ${column('debitDate')}::date[],
      ${sourceIds(column('origin'))}::bigint[], ${lines(column('origin'))}::integer[],
      ${sourceIds(column('reversalOrigin'))}::bigint[], ${lines(column('reversalOrigin'))}::integer[])
      as entry (deal_id, reference, amount, cleared_date, returned_date, return_code, is_void, settles_deal, debit_date,
        source_id, source_line, reversal_source_id, reversal_source_line)
    on conflict (tenant_id, reference) do nothing
    returning id, reference`.execute(tx);
  if (rows.length < payments.length) throw new Refusal('payment_conflict');
  return new Map(rows.map(({ id, reference }) => [reference, id]));
}

const sourceIds = (origins: readonly (EntryOrigin | null)[]) =>
  origins.map((origin) => origin?.sourceId ?? null);
const lines = (origins: readonly (EntryOrigin | null)[]) => origins.map((origin) => origin?.line ?? null);

export interface Reversal {
  id: bigint;
  returnedDate: CalendarDate;
  /** Null for a payment that was voided. */
  returnCode: string | null;
  isVoid: boolean;
  reversalOrigin: EntryOrigin | null;
}

export async function recordReversals(
  tx: Tx,
  tenantId: string,
  reversals: readonly Reversal[],
): Promise<void> {
  if (reversals.length === 0) return;
  const column = <K extends keyof Reversal>(name: K) => reversals.map((reversal) => reversal[name]);
  await sql`
    update payments set status = 'reversed', returned_date = entry.returned_date, return_code = entry.return_code,
      is_void = entry.is_void, reversal_source_id = entry.source_id, reversal_source_line = entry.source_line
    from unnest(${column('id')}::bigint[], ${column('returnedDate')}::date[], ${column('returnCode')}::text[],
      ${column('isVoid')}::boolean[], ${sourceIds(column('reversalOrigin'))}::bigint[],
      ${lines(column('reversalOrigin'))}::integer[])
      as entry (id, returned_date, return_code, is_void, source_id, source_line)
    where payments.tenant_id = ${tenantId} and payments.id = entry.id`.execute(tx);
}

/** By deal, the date of its newest cleared payment that was not returned. */
export async function readLastClearedDates(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, CalendarDate>> {
  const rows = await tx
    .selectFrom('payments')
    .select((eb) => ['dealId', eb.fn.max('clearedDate').as('date')])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', sql<bigint>`any(${dealIds}::bigint[])`)
    .where('status', '=', 'cleared')
    .groupBy('dealId')
    .execute();
  return new Map(rows.map(({ dealId, date }) => [dealId, calendarDate(date ?? '')]));
}

/** The cleared payments of the same deals and days as these debits. */
export async function readClearedDebits(
  tx: Tx,
  tenantId: string,
  debits: readonly ComparedDebit[],
): Promise<ComparedDebit[]> {
  if (debits.length === 0) return [];
  const column = <K extends keyof ComparedDebit>(name: K) => debits.map((debit) => debit[name]);
  const { rows } = await sql<ComparedDebit>`
    select distinct payment.id, payment.reference, payment.deal_id, payment.amount_cents as amount,
      payment.cleared_date as date
    from unnest(${column('dealId')}::bigint[], ${column('date')}::date[]) as debit (deal_id, day)
    join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.deal_id = debit.deal_id
      and payment.cleared_date = debit.day and payment.status = 'cleared'
    order by payment.id`.execute(tx);
  return rows;
}

export interface PostedShare {
  participationId: bigint;
  gross: Cents;
  managementFee: Cents;
}

/** By payment, the shares that it was paid out with. */
export async function readPostedShares(
  tx: Tx,
  tenantId: string,
  paymentIds: readonly bigint[],
): Promise<Map<bigint, PostedShare[]>> {
  const rows = await tx
    .selectFrom('payoutLines')
    .select(['paymentId', 'participationId', 'grossCents as gross', 'managementFeeCents as managementFee'])
    .where('tenantId', '=', tenantId)
    .where('paymentId', '=', sql<bigint>`any(${paymentIds}::bigint[])`)
    .where('isReversal', '=', false)
    .execute();
  return Map.groupBy(rows, (row) => row.paymentId);
}
