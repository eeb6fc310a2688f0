import { sql } from 'kysely';
import type { RecordedBook, StatusSums } from '../../../shared/domain/book-as-of.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import { type Cents, sumMoney } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf } from '../../platform/db/today.ts';

export interface Book {
  tenantId: string;
  syndicateId: bigint;
}

interface FoundSums {
  status: DealStatus;
  dealCount: number;
  investmentCost: Cents;
  anticipatedReturn: Cents;
  gross: Cents;
  netPay: Cents;
  isEarlier: boolean;
  /** With a pay date after the earlier day, and after the later one. */
  upcomingFrom: Cents;
  upcomingTo: Cents;
}

/** What was recorded of a syndicate's book by the end of a day. */
export async function readRecordedBook(tx: Tx, book: Book, day: CalendarDate): Promise<RecordedBook> {
  const [found] = await readRecordedBooks(tx, book, day, day);
  return found;
}

/** The same of two days, the earlier one first. All rows are read once, for both. */
export async function readRecordedBooks(
  tx: Tx,
  book: Book,
  from: CalendarDate,
  to: CalendarDate,
): Promise<[RecordedBook, RecordedBook]> {
  const { tenantId, syndicateId } = book;
  const { rows } = await sql<FoundSums>`
    select deal_status as status, recorded_on <= ${from}::date as is_earlier, sum(share_count)::integer as deal_count,
      sum(investment_cost_cents)::bigint as investment_cost, sum(anticipated_return_cents)::bigint as anticipated_return,
      sum(gross_cents)::bigint as gross, sum(net_pay_cents)::bigint as net_pay,
      coalesce(sum(net_pay_cents) filter (where pay_date > ${from}::date), 0)::bigint as upcoming_from,
      coalesce(sum(net_pay_cents) filter (where pay_date > ${to}::date), 0)::bigint as upcoming_to
    from book_changes
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and recorded_on <= ${to}::date
    group by 1, 2`.execute(tx);
  const earlier = rows.filter(({ isEarlier }) => isEarlier);
  return [
    {
      statuses: addedUp(earlier),
      upcomingPayouts: sumMoney(earlier.map(({ upcomingFrom }) => upcomingFrom)),
      cash: await readCash(tx, book, from),
    },
    {
      statuses: addedUp(rows),
      upcomingPayouts: sumMoney(rows.map(({ upcomingTo }) => upcomingTo)),
      cash: await readCash(tx, book, to),
    },
  ];
}

/** By status, what was recorded by the earlier day and after it together. */
function addedUp(rows: readonly FoundSums[]): StatusSums[] {
  const byStatus = new Map<DealStatus, StatusSums>();
  for (const row of rows) {
    const sums = byStatus.get(row.status);
    byStatus.set(row.status, {
      status: row.status,
      dealCount: row.dealCount + (sums?.dealCount ?? 0),
      investmentCost: row.investmentCost + (sums?.investmentCost ?? 0n),
      anticipatedReturn: row.anticipatedReturn + (sums?.anticipatedReturn ?? 0n),
      gross: row.gross + (sums?.gross ?? 0n),
      netPay: row.netPay + (sums?.netPay ?? 0n),
    });
  }
  return [...byStatus.values()];
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
  beginsOn: string | null;
  derivedThrough: string | null;
  cashBeginsOn: string | null;
}

/** How far back the record of a book goes. */
export async function readKnown(tx: Tx, { tenantId, syndicateId }: Book) {
  const { rows } = await sql<Known>`
    select (select min(recorded_on) from book_changes where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}) as begins_on,
      (select max(recorded_on) from book_changes
        where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and is_derived) as derived_through,
      (select ${dayOf(sql`opening.recorded_at`)} from cash_entries opening
        join syndicates syndicate on syndicate.tenant_id = opening.tenant_id and syndicate.id = opening.syndicate_id
        where opening.tenant_id = ${tenantId}::uuid and opening.syndicate_id = ${syndicateId} and opening.kind = 'opening'
          and syndicate.uses_cash_balance) as cash_begins_on`.execute(tx);
  const day = (text: string | null | undefined) => (text ? calendarDate(text) : null);
  return {
    recordedSince: day(rows[0]?.beginsOn),
    workedOutThrough: day(rows[0]?.derivedThrough),
    cashSince: day(rows[0]?.cashBeginsOn),
  };
}

/** Posting adds nothing to a pay date that has passed, so payouts that are recorded later than that were imported. */
export async function readImports(tx: Tx, { tenantId, syndicateId }: Book, after: CalendarDate) {
  const { rows } = await sql<Record<'recordedOn' | 'firstPayDate' | 'lastPayDate', string>>`
    select recorded_on, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
    from book_changes
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and recorded_on > ${after}::date
      and cause = 'payout' and pay_date < recorded_on
    group by recorded_on order by recorded_on`.execute(tx);
  return rows.map(({ recordedOn, firstPayDate, lastPayDate }) => ({
    importedOn: calendarDate(recordedOn),
    firstPayDate: calendarDate(firstPayDate),
    lastPayDate: calendarDate(lastPayDate),
  }));
}
