import { sql } from 'kysely';
import { expect } from 'vitest';
import type { StatusSums } from '../../shared/domain/book-as-of.ts';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { readRecordedBook } from '../ledger/book-changes/recorded-book.ts';
import type { Tx } from '../platform/db/database.ts';

interface Remembered {
  day: CalendarDate;
  syndicateId: bigint;
  statuses: StatusSums[];
  upcomingPayouts: Cents;
}

/**
 * Plays days and remembers how each book stood at the end of each, to be compared with what the portal says of that day later. The database's
 * `book_day` has to read the day from the setting `test.book_day`.
 */
export function recordedDayByDay(tx: Tx, tenantId: string) {
  const remembered: Remembered[] = [];
  let current: CalendarDate | null = null;
  const end = async (day: CalendarDate) => {
    const books = await readBooks(tx, tenantId, day);
    remembered.push(...books.map((book) => ({ day, ...book })));
  };
  return {
    async begin(day: CalendarDate): Promise<void> {
      if (current) await end(current);
      current = day;
      await sql`select set_config('test.book_day', ${day}, true)`.execute(tx);
    },
    /** Returns the number of days and books that were compared. */
    async compare(): Promise<number> {
      if (current) await end(current);
      for (const { day, syndicateId, ...book } of remembered) {
        const { statuses, upcomingPayouts } = await readRecordedBook(tx, { tenantId, syndicateId }, day);
        expect({ day, statuses: inOrder(statuses), upcomingPayouts }).toEqual({ day, ...book });
      }
      return remembered.length;
    },
  };
}

const inOrder = (statuses: readonly StatusSums[]) =>
  statuses
    .filter(({ dealCount }) => dealCount !== 0)
    .map(({ status, dealCount, investmentCost, anticipatedReturn, gross, netPay }) => ({
      status,
      dealCount,
      investmentCost,
      anticipatedReturn,
      gross,
      netPay,
    }))
    .sort((one, other) => (one.status < other.status ? -1 : 1));

/** How the books stand now, from the shares and payouts themselves. */
async function readBooks(tx: Tx, tenantId: string, day: CalendarDate) {
  const { rows } = await sql<StatusSums & { syndicateId: bigint }>`
    select p.syndicate_id, deal.status, count(*)::integer as deal_count, sum(p.investment_cost_cents)::bigint as investment_cost,
      sum(p.anticipated_return_cents)::bigint as anticipated_return, sum(posted.gross)::bigint as gross,
      sum(posted.net_pay)::bigint as net_pay
    from participations p
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    cross join lateral (
      select coalesce(sum(gross_cents), 0) as gross, coalesce(sum(net_pay_cents), 0) as net_pay
      from payout_lines line where line.tenant_id = p.tenant_id and line.participation_id = p.id
    ) posted
    where p.tenant_id = ${tenantId}::uuid group by 1, 2`.execute(tx);
  const { rows: upcoming } = await sql<{ syndicateId: bigint; net: Cents }>`
    select syndicate_id, sum(net_pay_cents)::bigint as net from payout_lines
    where tenant_id = ${tenantId}::uuid and pay_date > ${day}::date group by 1`.execute(tx);
  return [...new Set(rows.map(({ syndicateId }) => syndicateId))].map((syndicateId) => ({
    syndicateId,
    statuses: inOrder(rows.filter((row) => row.syndicateId === syndicateId)),
    upcomingPayouts: upcoming.find((row) => row.syndicateId === syndicateId)?.net ?? 0n,
  }));
}
