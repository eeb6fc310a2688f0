import { sql } from 'kysely';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { dateOfCell, moneyOfCell } from '../../../../shared/domain/cell-values.ts';
import type { Tx } from '../../../platform/db/database.ts';

const PAGE = 50;

interface FoundPayment {
  id: bigint;
  reference: string;
  mid: string;
  dealName: string;
  date: string;
  amount: bigint;
  status: 'cleared' | 'returned' | 'reversed';
  returnCode: string | null;
  returnedDate: string | null;
  isVoid: boolean;
  fileName: string | null;
  line: number | null;
  postedBy: string | null;
}

const DAY = sql`coalesce(payment.cleared_date, payment.returned_date)`;

/** All payments, or those of a reference, a deal, a day or an amount, newest first. A page goes on after the last one of the page before. */
export async function findPayments(
  tx: Tx,
  tenantId: string,
  { search, after }: { search?: string | undefined; after?: string | undefined },
) {
  const { rows } = await paymentsQuery(tenantId, { search, after }).execute(tx);
  const payments = rows.slice(0, PAGE).map((payment) => ({
    ...payment,
    date: calendarDate(payment.date),
    returnedDate: payment.returnedDate === null ? null : calendarDate(payment.returnedDate),
    postedBy: payment.postedBy?.replace(/^desk: /, '') ?? null,
  }));
  const last = payments.at(-1);
  return { payments, next: rows.length > PAGE && last ? `${last.date}_${last.id}` : null };
}

/** A page of payments and one more. */
export function paymentsQuery(
  tenantId: string,
  { search = '', after }: { search?: string | undefined; after?: string | undefined },
) {
  const [day, paymentId] = after?.split('_') ?? [];
  const { from, where } = searched(tenantId, search.trim());
  return sql<FoundPayment>`
    select payment.id, payment.reference, deal.mid, deal.name as "dealName", ${DAY}::text as date, payment.amount_cents as amount,
      payment.status, payment.return_code as "returnCode", payment.returned_date::text as "returnedDate", payment.is_void as "isVoid",
      source.file_name as "fileName", payment.source_line as line, source.posted_by as "postedBy"
    from ${from} payment
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    left join payment_sources source on source.tenant_id = payment.tenant_id and source.id = payment.source_id
    where payment.tenant_id = ${tenantId}::uuid
      ${where}
      ${day && paymentId ? sql`and (${DAY}, payment.id) < (${day}::date, ${paymentId}::bigint)` : sql``}
    order by ${DAY} desc, payment.id desc limit ${PAGE + 1}`;
}

/** A day and an amount are known by how they are written; everything else is a reference or a MID. */
function searched(tenantId: string, search: string) {
  const from = sql`payments`;
  if (search === '') return { from, where: sql`` };
  const day = dateOfCell(search);
  if ('value' in day && /[/-]/.test(search)) return { from, where: sql`and ${DAY} = ${day.value}::date` };
  const amount = moneyOfCell(search);
  if ('value' in amount && /[.$]/.test(search)) {
    const size = amount.value < 0n ? -amount.value : amount.value;
    return { from, where: sql`and payment.amount_cents = ${size}` };
  }
  return { from: byReferenceOrDeal(tenantId, search), where: sql`` };
}

/** Each of the two is an index of its own; as one condition they would read all payments. */
const byReferenceOrDeal = (tenantId: string, search: string) => sql`(
  select of_reference.* from payments of_reference
  where of_reference.tenant_id = ${tenantId}::uuid and of_reference.reference = ${search}
  union all
  select of_deal.* from payments of_deal
  join deals named on named.tenant_id = of_deal.tenant_id and named.id = of_deal.deal_id
  where of_deal.tenant_id = ${tenantId}::uuid and named.mid = ${search} and of_deal.reference <> ${search}
)`;
