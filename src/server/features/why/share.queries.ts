import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { PaymentSourceKind } from '../../../shared/domain/payment-source.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';

interface ShareRow {
  participationId: bigint;
  dealId: bigint;
  mid: string;
  merchantName: string;
  status: string;
  agreementDate: string;
  sharePercent: string;
  fundedAmount: Cents;
  paybackAmount: Cents;
  participationAmount: Cents;
  commissionAmount: Cents;
  investmentCost: Cents;
  anticipatedReturn: Cents;
  managementFeePercent: string;
  isManagementFeeUpfront: boolean;
}

/** The share of a syndicate in a deal; undefined where it has none. */
export async function readShare(tx: Tx, tenantId: string, syndicateId: bigint, mid: string) {
  const { rows } = await sql<ShareRow>`
    select p.id as "participationId", deal.id as "dealId", deal.mid, deal.name as "merchantName", deal.status,
      p.agreement_date as "agreementDate", p.share_percent::text as "sharePercent", deal.funded_amount_cents as "fundedAmount",
      deal.payback_amount_cents as "paybackAmount", p.participation_amount_cents as "participationAmount",
      p.commission_amount_cents as "commissionAmount", p.investment_cost_cents as "investmentCost",
      p.anticipated_return_cents as "anticipatedReturn", p.management_fee_percent::text as "managementFeePercent",
      p.management_fee_upfront <> 0 as "isManagementFeeUpfront"
    from deals deal
    join participations p on p.tenant_id = deal.tenant_id and p.deal_id = deal.id and p.syndicate_id = ${syndicateId}
    where deal.tenant_id = ${tenantId}::uuid and deal.mid = ${mid}`.execute(tx);
  const [row] = rows;
  return (
    row && {
      ...row,
      agreementDate: calendarDate(row.agreementDate),
      sharePercent: rate(row.sharePercent),
      managementFeePercent: rate(row.managementFeePercent),
    }
  );
}

interface Share {
  tenantId: string;
  dealId: bigint;
  participationId: bigint;
  payDate: CalendarDate | undefined;
}

/** The lines of a share, found by the payments of its deal. */
const linesOf = ({ tenantId, dealId, participationId, payDate }: Share): RawBuilder<unknown> => sql`
  from payments payment
  join payout_lines line on line.tenant_id = payment.tenant_id and line.payment_id = payment.id
    and line.participation_id = ${participationId}
  where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = ${dealId}
    ${payDate ? sql`and line.pay_date = ${payDate}::date` : sql``}`;

export async function sumLines(tx: Tx, share: Share) {
  const { rows } = await sql<{ parts: number; gross: Cents; fee: Cents; net: Cents }>`
    select count(*)::integer as parts, coalesce(sum(line.gross_cents), 0)::bigint as gross,
      coalesce(sum(line.management_fee_cents), 0)::bigint as fee, coalesce(sum(line.net_pay_cents), 0)::bigint as net
    ${linesOf(share)}`.execute(tx);
  const [{ parts, gross, fee, net } = { parts: 0, gross: 0n, fee: 0n, net: 0n }] = rows;
  return { count: parts, total: { gross, managementFee: fee, netPay: net } };
}

interface LineRow {
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  payDay: string;
  isReversal: boolean;
  reference: string;
  paidCents: Cents;
  clearedOn: string | null;
  returnedOn: string | null;
  code: string | null;
  isVoid: boolean;
  sourceKind: PaymentSourceKind | null;
  sourceFile: string | null;
  sourceLine: number | null;
  runId: bigint | null;
  sourceBy: string | null;
  postedAt: Date;
  correctedBy: string | null;
  said: string | null;
  otherReference: string | null;
}

/** A page of the lines of a share, the newest first, each with the payment and with where that came from. */
export async function listLines(tx: Tx, share: Share, { limit, offset }: { limit: number; offset: number }) {
  const { tenantId } = share;
  const { rows } = await sql<LineRow>`
    select line.*, source.kind as "sourceKind", source.file_name as "sourceFile", source.posting_run_id as "runId",
      source.posted_by as "sourceBy", made.corrected_by as "correctedBy", made.reason as said,
      other.reference as "otherReference"
    from (
      select payment.id, line.gross_cents, line.management_fee_cents as "feeCents", line.net_pay_cents as "netCents",
        line.pay_date as "payDay", line.is_reversal, line.posted_at, payment.reference, payment.amount_cents as "paidCents",
        payment.cleared_date as "clearedOn", payment.returned_date as "returnedOn", payment.return_code as code,
        payment.is_void,
        case when line.is_reversal then payment.reversal_source_id else payment.source_id end as source_id,
        case when line.is_reversal then payment.reversal_source_line else payment.source_line end as source_line
      ${linesOf(share)}
      order by line.posted_at desc, payment.id desc, line.is_reversal desc limit ${limit} offset ${offset}
    ) line
    left join payment_sources source on source.tenant_id = ${tenantId}::uuid and source.id = line.source_id
    -- A correction takes a payment back, and posts another one in its place.
    left join lateral (
      select made.corrected_by, made.reason, case when line.is_reversal then made.replaced_by else made.payment_id end as other_id
      from payment_corrections made
      where made.tenant_id = ${tenantId}::uuid
        and ((line.is_reversal and line.is_void and made.payment_id = line.id)
          or (not line.is_reversal and made.replaced_by = line.id))
    ) made on line.source_id is null
    left join payments other on other.tenant_id = ${tenantId}::uuid and other.id = made.other_id
    order by line.posted_at desc, line.id desc, line.is_reversal desc`.execute(tx);
  return rows.map(toLine);
}

const toLine = (row: LineRow) => ({
  gross: row.grossCents,
  managementFee: row.feeCents,
  netPay: row.netCents,
  payDate: calendarDate(row.payDay),
  isReversal: row.isReversal,
  reference: row.reference,
  paymentAmount: row.paidCents,
  clearedDate: dateOrNull(row.clearedOn),
  returnedDate: dateOrNull(row.returnedOn),
  returnCode: row.code,
  isVoid: row.isVoid,
  origin: {
    kind: row.sourceKind ?? (row.correctedBy === null ? ('unknown' as const) : ('correction' as const)),
    fileName: row.sourceFile,
    line: row.sourceLine,
    runId: row.runId,
    by: row.sourceBy ?? row.correctedBy,
    at: row.postedAt.toISOString(),
    reason: row.said,
    otherReference: row.otherReference,
  },
});

const dateOrNull = (text: string | null) => (text === null ? null : calendarDate(text));
