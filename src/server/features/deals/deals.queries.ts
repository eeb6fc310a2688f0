import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus, SubmissionStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

const PAGE_LENGTH = 25;
const MOST_WORDS = 8;

export interface DealChoice {
  search?: string | undefined;
  status?: DealStatus | SubmissionStatus | undefined;
  /** Only deals on the watchlist. */
  standing?: 'watched' | undefined;
  /** Only deals that are older than this one. */
  before?: bigint | undefined;
}

interface Row {
  dealId: bigint;
  dealName: string;
  mid: string;
  dealStatus: DealStatus | SubmissionStatus;
  fundedDate: string | null;
  fundedAmount: Cents | null;
  paybackAmount: Cents | null;
  collectedCents: Cents;
  arrearsCents: Cents;
  missedCount: number;
  isWatched: boolean;
}

/**
 * The newest first, with the position of the next page; null at the end. Each of these orders has an index. That of a search without a status
 * is the search's own, which contains what is looked at; the other two can begin in the middle.
 */
export async function listDeals(tx: Tx, tenantId: string, { search, status, standing, before }: DealChoice) {
  const words = wordsOf(search);
  const chosen = [
    sql`tenant_id = ${tenantId}::uuid`,
    ...(status === undefined ? [] : [sql`status = ${status}::text`]),
    ...(standing === undefined ? [] : [isWatched(tenantId)]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...words.map((word) => sql`strpos(lower(name || E'\\n' || mid), ${word}) > 0`),
  ];
  const byId =
    status === undefined ? sql`tenant_id desc, id desc` : sql`tenant_id desc, status desc, id desc`;
  const order = status === undefined && words.length > 0 ? sql`tenant_id, -id` : byId;
  const { rows } = await sql<Row>`
    select deal.id as "dealId", deal.name as "dealName", deal.mid, deal.status as "dealStatus", deal.funded_date,
      deal.funded_amount_cents as "fundedAmount", deal.payback_amount_cents as "paybackAmount",
      coalesce(total.collected_cents, 0) as "collectedCents", coalesce(standing.arrears_cents, 0) as "arrearsCents",
      coalesce(standing.missed_count, 0) as "missedCount", coalesce(standing.reasons <> '[]'::jsonb, false) as "isWatched"
    from (
      select id from deals where ${sql.join(chosen, sql` and `)} order by ${order} limit ${sql.lit(PAGE_LENGTH + 1)}
    ) page
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = page.id
    left join deal_totals total on total.tenant_id = ${tenantId}::uuid and total.deal_id = page.id
    left join deal_standings standing on standing.tenant_id = ${tenantId}::uuid and standing.deal_id = page.id
    order by deal.id desc`.execute(tx);
  const deals = rows.slice(0, PAGE_LENGTH).map(({ collectedCents, arrearsCents, dealStatus, ...row }) => ({
    ...row,
    status: dealStatus,
    fundedDate: dayOrNull(row.fundedDate),
    collected: collectedCents,
    arrears: arrearsCents,
  }));
  return { deals, next: rows.length > PAGE_LENGTH ? (deals.at(-1)?.dealId ?? null) : null };
}

const isWatched = (tenantId: string) => sql`exists (
  select from deal_alerts alert
  where alert.tenant_id = ${tenantId}::uuid and alert.deal_id = deals.id and alert.closed_on is null)`;

/** All of them have to be somewhere in the name or the MID. Text without any letter or digit is searched as it is. */
function wordsOf(search = ''): string[] {
  const text = search.trim().toLowerCase();
  if (text === '') return [];
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.length > 0 ? words.slice(0, MOST_WORDS) : [text];
}

export const dayOrNull = (text: string | null): CalendarDate | null =>
  text === null ? null : calendarDate(text);
