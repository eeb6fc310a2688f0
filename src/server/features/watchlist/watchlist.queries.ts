import { sql } from 'kysely';
import type { WatchPlace as Place } from '../../../shared/contract/watchlist.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { WatchedFor } from '../../../shared/domain/deal-standing.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { pacePercent } from '../../../shared/domain/watch-words.ts';
import { compiledOnce } from '../../platform/db/compiled-once.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Book {
  tenantId: string;
  syndicateId: bigint;
}

interface WatchedRow extends Omit<Place, 'netBalance'> {
  netBalanceCents: Cents;
  since: string | null;
  arrears: Cents;
  publicId: string;
  merchantName: string;
  mid: string;
  status: DealStatus;
  reasons: readonly WatchedFor[];
  missedCount: number;
  paceCleared: Cents | null;
  paceAsked: Cents | null;
  expected: Cents | null;
}

/** Starts at the given place, so that every page costs the same. */
export async function readWatchlist(tx: Tx, book: Book, after: Place | null, limit: number) {
  const place = after ?? { gravity: null, netBalance: null, participationId: null };
  const { rows } = await tx.executeQuery(watchedPage({ ...book, ...place, limit }));
  return rows.map(toWatchedDeal);
}

type PageAsked = Book & { limit: number } & { [P in keyof Place]: Place[P] | null };

const watchedPage = compiledOnce(
  ({ tenantId, syndicateId, gravity, netBalance, participationId, limit }: PageAsked) => {
    const part = (condition: ReturnType<typeof sql>) => sql`(
      select participation_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} ${condition}
      order by gravity, net_balance_cents desc, participation_id limit ${limit}
    )`;
    // The rest of the same gravity, and the ones after it: each is one range of the index.
    const parts =
      gravity === null
        ? part(sql``)
        : sql`${part(sql`and gravity = ${gravity} and net_balance_cents <= ${netBalance}
            and (net_balance_cents < ${netBalance} or participation_id > ${participationId})`)}
          union all ${part(sql`and gravity > ${gravity}`)}`;
    return sql<WatchedRow>`
      with watched as materialized (
        select * from (${parts}) part order by gravity, net_balance_cents desc, participation_id limit ${limit}
      )
      select watched.participation_id, watched.gravity, watched.since, watched.arrears_cents as arrears,
        watched.net_balance_cents, deal.public_id, deal.name as merchant_name, deal.mid, deal.status,
        standing.reasons, standing.missed_count, standing.pace_cleared_cents as pace_cleared,
        standing.pace_asked_cents as pace_asked, standing.expected_cents as expected
      from watched
      join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = watched.deal_id
      join deal_standings standing on standing.tenant_id = ${tenantId}::uuid and standing.deal_id = watched.deal_id
      order by watched.gravity, watched.net_balance_cents desc, watched.participation_id`;
  },
);

function toWatchedDeal({ since, publicId, reasons, missedCount, netBalanceCents, ...row }: WatchedRow) {
  const { paceCleared, paceAsked, expected } = row;
  const pace = paceCleared === null || paceAsked === null ? null : { cleared: paceCleared, asked: paceAsked };
  return {
    ...row,
    dealPublicId: publicId,
    netBalance: netBalanceCents,
    since: dateOf(since),
    reasons: reasons.map((watched) => ({
      reason: watched.reason,
      since: dateOf(watched.since),
      code: watched.code ?? null,
      missed: watched.reason === 'missed' ? missedCount : null,
      pacePercent: watched.reason === 'slow' && pace ? pacePercent(pace) : null,
      // What was ever asked for is what the last twenty debits asked for.
      isOfAllDebits: watched.reason === 'slow' && expected === paceAsked,
    })),
  };
}

interface SummaryRow {
  watchedCount: number;
  dealCount: number;
  arrears: Cents;
  netBalanceCents: Cents;
  portfolioBalanceCents: Cents;
  completeThrough: string | null;
}

/** The sums of the whole list, of how many deals it is, and as of which day. */
export async function readWatchSummary(tx: Tx, book: Book) {
  const { rows } = await tx.executeQuery(watchSummary(book));
  const [row] = rows;
  if (!row) throw new Error('A query without a condition returns a row.');
  return {
    watchedCount: row.watchedCount,
    dealCount: row.dealCount,
    arrears: row.arrears,
    netBalance: row.netBalanceCents,
    portfolioBalance: row.portfolioBalanceCents,
    asOf: dateOf(row.completeThrough),
  };
}

// A syndicate without a share has no totals yet.
const watchSummary = compiledOnce(
  ({ tenantId, syndicateId }: Book) => sql<SummaryRow>`
    select coalesce(total.watched_count, 0) as watched_count, coalesce(total.participation_count, 0) as deal_count,
      coalesce(total.watched_arrears_cents, 0) as arrears, coalesce(total.watched_net_balance_cents, 0) as net_balance_cents,
      coalesce(total.portfolio_balance_cents, 0) as portfolio_balance_cents, (
        select complete_through from tenant_books where tenant_id = ${tenantId}::uuid
      ) as complete_through
    from (values (true)) one
    left join syndicate_totals total on total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}`,
);

const dateOf = (text: string | null): CalendarDate | null => (text === null ? null : calendarDate(text));
