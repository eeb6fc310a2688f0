import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { plainFileName } from '../../../shared/domain/offer-files.ts';
import type { PaymentSourceKind } from '../../../shared/domain/payment-source.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOrNull } from './deals.queries.ts';

const PAGE_LENGTH = 25;

interface PaymentRow {
  paymentId: bigint;
  dealId: bigint;
  trace: string;
  paid: Cents;
  became: 'cleared' | 'returned' | 'reversed';
  debitedOn: string | null;
  clearedOn: string | null;
  returnedOn: string | null;
  code: string | null;
  isVoid: boolean;
  recordedAt: Date;
  poster: string | null;
  corrector: string | null;
  sourceKind: PaymentSourceKind | null;
  sourceFile: string | null;
  sourceLine: number | null;
}

const selected = (payments: RawBuilder<unknown>) => sql<PaymentRow>`
  select payment.id as "paymentId", payment.deal_id, payment.reference as trace, payment.amount_cents as paid,
    payment.status as became, payment.debit_date as "debitedOn", payment.cleared_date as "clearedOn",
    payment.returned_date as "returnedOn", payment.return_code as code, payment.is_void, payment.recorded_at,
    source.posted_by as poster, source.kind as "sourceKind", source.file_name as "sourceFile", payment.source_line,
    made.corrected_by as corrector
  from (${payments}) payment
  left join payment_sources source on source.tenant_id = payment.tenant_id and source.id = payment.source_id
  left join payment_corrections made on made.tenant_id = payment.tenant_id and made.replaced_by = payment.id
  order by payment.id desc`;

const shown = (row: PaymentRow) => ({
  paymentId: row.paymentId,
  reference: row.trace,
  amount: row.paid,
  status: row.became,
  debitDate: dayOrNull(row.debitedOn),
  clearedDate: dayOrNull(row.clearedOn),
  returnedDate: dayOrNull(row.returnedOn),
  returnCode: row.code,
  isVoid: row.isVoid,
  postedAt: row.recordedAt.toISOString(),
  postedBy: row.poster ?? row.corrector,
});

/** The last posted first, with the position of the next page; null at the end. */
export async function listPaymentsOfDeal(
  tx: Tx,
  tenantId: string,
  dealId: bigint,
  before: bigint | undefined,
) {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const { rows } = await selected(sql`
    select * from payments where tenant_id = ${tenantId}::uuid and deal_id = ${dealId} ${older}
    order by tenant_id desc, deal_id desc, id desc limit ${sql.lit(PAGE_LENGTH + 1)}`).execute(tx);
  const payments = rows.slice(0, PAGE_LENGTH).map(shown);
  return { payments, next: rows.length > PAGE_LENGTH ? (payments.at(-1)?.paymentId ?? null) : null };
}

export async function readPayment(tx: Tx, tenantId: string, paymentId: bigint) {
  const { rows } = await selected(
    sql`select * from payments where tenant_id = ${tenantId}::uuid and id = ${paymentId}`,
  ).execute(tx);
  const [row] = rows;
  if (!row) throw notFoundInTenant(`payment ${paymentId}`);
  return {
    ...shown(row),
    dealId: row.dealId,
    sourceKind: row.sourceKind,
    fileName: row.sourceFile,
    fileLine: row.sourceLine,
    lines: await readLines(tx, tenantId, paymentId),
    ...(await readCorrections(tx, tenantId, paymentId)),
  };
}

interface LineRow {
  syndicateId: bigint;
  syndicateName: string;
  sharePercent: string;
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  payDay: string;
  isReversal: boolean;
}

/** The largest share first; what was taken back after what was posted. */
async function readLines(tx: Tx, tenantId: string, paymentId: bigint) {
  const { rows } = await sql<LineRow>`
    select line.syndicate_id, syndicate.name as "syndicateName", p.share_percent::text as "sharePercent", line.gross_cents,
      line.management_fee_cents as "feeCents", line.net_pay_cents as "netCents", line.pay_date as "payDay", line.is_reversal
    from payout_lines line
    join participations p on p.tenant_id = line.tenant_id and p.id = line.participation_id
    join syndicates syndicate on syndicate.tenant_id = line.tenant_id and syndicate.id = line.syndicate_id
    where line.tenant_id = ${tenantId}::uuid and line.payment_id = ${paymentId}
    order by line.is_reversal, p.share_percent desc, p.id`.execute(tx);
  return rows.map(({ sharePercent, grossCents, feeCents, netCents, payDay, ...line }) => ({
    ...line,
    sharePercent: rate(sharePercent),
    gross: grossCents,
    managementFee: feeCents,
    netPay: netCents,
    payDate: calendarDate(payDay),
  }));
}

interface CorrectionRow {
  isOfThis: boolean;
  said: string;
  corrector: string;
  correctedAt: Date;
  otherTrace: string | null;
  proofId: string | null;
  proofName: string | null;
}

/** A payment was corrected once at most, and takes the place of one other at most. */
async function readCorrections(tx: Tx, tenantId: string, paymentId: bigint) {
  const { rows } = await sql<CorrectionRow>`
    select made.payment_id = ${paymentId} as "isOfThis", made.reason as said, made.corrected_by as corrector, made.corrected_at,
      other.reference as "otherTrace", proof.id as "proofId", proof.name as "proofName"
    from payment_corrections made
    left join payments other on other.tenant_id = made.tenant_id
      and other.id = case when made.payment_id = ${paymentId} then made.replaced_by else made.payment_id end
    left join desk_files proof on proof.tenant_id = made.tenant_id and proof.id = made.proof_file_id
    where made.tenant_id = ${tenantId}::uuid and (made.payment_id = ${paymentId} or made.replaced_by = ${paymentId})`.execute(
    tx,
  );
  const taken = rows.find(({ isOfThis }) => isOfThis);
  const posted = rows.find(({ isOfThis }) => !isOfThis);
  return {
    correction: taken
      ? {
          reason: taken.said,
          correctedBy: taken.corrector,
          correctedAt: taken.correctedAt.toISOString(),
          replacementReference: taken.otherTrace,
          proof:
            taken.proofId === null
              ? null
              : { fileId: taken.proofId, name: plainFileName(taken.proofName ?? '') },
        }
      : null,
    correctionOf: posted ? { reference: posted.otherTrace ?? '', reason: posted.said } : null,
  };
}
