import { sql } from 'kysely';
import type { RecordedBook, StatusSums } from '../../../shared/domain/book-as-of.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf } from '../../platform/db/today.ts';

export interface Book {
  tenantId: string;
  syndicateId: bigint;
}

/** What was recorded of a syndicate's book by the end of a day. */
export async function readRecordedBook(tx: Tx, book: Book, day: CalendarDate): Promise<RecordedBook> {
  const { tenantId, syndicateId } = book;
  const { rows } = await sql<StatusSums & { upcoming: Cents }>`
    select deal_status as status, sum(share_count)::integer as deal_count, sum(investment_cost_cents)::bigint as investment_cost,
      sum(anticipated_return_cents)::bigint as anticipated_return, sum(gross_cents)::bigint as gross,
      sum(net_pay_cents)::bigint as net_pay,
      coalesce(sum(net_pay_cents) filter (where pay_date > ${day}::date), 0)::bigint as upcoming
    from book_changes
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and recorded_on <= ${day}::date
    group by deal_status`.execute(tx);
  return {
    statuses: rows,
    upcomingPayouts: rows.reduce((sum, { upcoming }) => sum + upcoming, 0n),
    cash: await readCash(tx, book, day),
  };
}

/** What the account held at the end of a day, by the entries that were recorded and effective by then. */
async function readCash(
  tx: Tx,
  { tenantId, syndicateId }: Book,
  day: CalendarDate,
): Promise<RecordedBook['cash']> {
  const { rows } = await sql<{ balance: Cents; contributed: Cents | null; opened: CalendarDate | null }>`
    select coalesce(sum(entry.amount_cents) filter (where entry.effective_date <= ${day}::date), 0)::bigint as balance,
      (sum(entry.contributed_cents) + coalesce(sum(entry.amount_cents) filter (where entry.effective_date <= ${day}::date
        and entry.kind in ('deposit', 'withdrawal')), 0))::bigint as contributed,
      (select ${dayOf(sql`opening.recorded_at`)} from cash_entries opening
        where opening.tenant_id = ${tenantId}::uuid and opening.syndicate_id = ${syndicateId} and opening.kind = 'opening') as opened
    from syndicates syndicate
    left join cash_entries entry on entry.tenant_id = syndicate.tenant_id and entry.syndicate_id = syndicate.id
      and ${dayOf(sql`entry.recorded_at`)} <= ${day}::date
    where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId} and syndicate.uses_cash_balance`.execute(
    tx,
  );
  const [found] = rows;
  if (!found?.opened) return null;
  return found.opened > day ? 'not known' : { balance: found.balance, contributed: found.contributed };
}

interface Known {
  recordedSince: string | null;
  workedOutThrough: string | null;
  cashSince: string | null;
}

/** How far back the record of a book goes. */
export async function readKnown(tx: Tx, { tenantId, syndicateId }: Book) {
  const { rows } = await sql<Known>`
    select min(recorded_on) as recorded_since, max(recorded_on) filter (where is_derived) as worked_out_through,
      (select ${dayOf(sql`opening.recorded_at`)} from cash_entries opening
        join syndicates syndicate on syndicate.tenant_id = opening.tenant_id and syndicate.id = opening.syndicate_id
        where opening.tenant_id = ${tenantId}::uuid and opening.syndicate_id = ${syndicateId} and opening.kind = 'opening'
          and syndicate.uses_cash_balance) as cash_since
    from book_changes where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}`.execute(tx);
  const day = (text: string | null | undefined) => (text ? calendarDate(text) : null);
  return {
    recordedSince: day(rows[0]?.recordedSince),
    workedOutThrough: day(rows[0]?.workedOutThrough),
    cashSince: day(rows[0]?.cashSince),
  };
}

/** Posting adds nothing to a pay date that has passed, so payouts that are recorded later than that were imported. */
export async function readImports(tx: Tx, { tenantId, syndicateId }: Book, after: CalendarDate) {
  const { rows } = await sql<Record<'importedOn' | 'firstPayDate' | 'lastPayDate', string>>`
    select recorded_on as imported_on, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
    from book_changes
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and recorded_on > ${after}::date
      and cause = 'payout' and pay_date < recorded_on
    group by recorded_on order by recorded_on`.execute(tx);
  return rows.map(({ importedOn, firstPayDate, lastPayDate }) => ({
    importedOn: calendarDate(importedOn),
    firstPayDate: calendarDate(firstPayDate),
    lastPayDate: calendarDate(lastPayDate),
  }));
}
