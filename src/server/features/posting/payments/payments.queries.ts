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
  const [day, paymentId] = after?.split('_') ?? [];
  const { rows } = await sql<FoundPayment>`
    select payment.id, payment.reference, deal.mid, deal.name as "dealName", ${DAY}::text as date, payment.amount_cents as amount,
      payment.status, payment.return_code as "returnCode", payment.returned_date::text as "returnedDate", payment.is_void as "isVoid",
      source.file_name as "fileName", payment.source_line as line, source.posted_by as "postedBy"
    from payments payment
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    left join payment_sources source on source.tenant_id = payment.tenant_id and source.id = payment.source_id
    where payment.tenant_id = ${tenantId}::uuid
      ${search?.trim() ? sql`and ${matches(tenantId, search.trim())}` : sql``}
      ${day && paymentId ? sql`and (${DAY}, payment.id) < (${day}::date, ${paymentId}::bigint)` : sql``}
    order by ${DAY} desc, payment.id desc limit ${PAGE + 1}`.execute(tx);
  const payments = rows.slice(0, PAGE).map((payment) => ({
    ...payment,
    date: calendarDate(payment.date),
    returnedDate: payment.returnedDate === null ? null : calendarDate(payment.returnedDate),
    postedBy: payment.postedBy?.replace(/^desk: /, '') ?? null,
  }));
  const last = payments.at(-1);
  return { payments, next: rows.length > PAGE && last ? `${last.date}_${last.id}` : null };
}

/** A day and an amount are known by how they are written; everything else is a reference or a MID. */
function matches(tenantId: string, search: string) {
  const day = dateOfCell(search);
  if ('value' in day && /[/-]/.test(search)) return sql`${DAY} = ${day.value}::date`;
  const amount = moneyOfCell(search);
  const ofDeal = sql`payment.deal_id in (select id from deals where tenant_id = ${tenantId}::uuid and mid = ${search})`;
  if ('value' in amount && /[.$]/.test(search))
    return sql`payment.amount_cents = ${amount.value < 0n ? -amount.value : amount.value}`;
  return sql`(payment.reference = ${search} or ${ofDeal})`;
}
