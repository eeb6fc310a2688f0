import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { ParticipationChoice } from './participation-choice.ts';

/** The participations that match a search or a range of payout dates. */
export interface Found {
  /** Null when they were not counted, because the page query can apply the condition itself. */
  total: number | null;
  condition: FoundCondition;
  /** In PostgreSQL's text form, because they are only passed back to it. Null when the condition does not need them. */
  ids: string | null;
}

/** How a query finds them: by id, by reading the book in its order until there are enough of them, or by the payout dates. */
export type FoundCondition = 'by id' | 'in order' | 'by dates';

/**
 * Up to this many matches are fetched by id and sorted. With more, reading the book in sort order finds a page of them
 * sooner.
 */
const FETCH_BY_ID_LIMIT = 1000;

/** Null when the request has neither a search nor payout dates. */
export async function findParticipations(tx: Tx, choice: ParticipationChoice): Promise<Found | null> {
  const words = searchWords(choice.search);
  const hasTime = choice.payoutsFrom !== null || choice.payoutsTo !== null;
  if (words.length === 0 && !hasTime) return null;
  // When sorted by agreement date, one index has both that order and the payout dates, so no separate search is needed.
  if (words.length === 0 && choice.sort.column === 'agreementDate')
    return { total: null, condition: 'by dates', ids: null };
  const parts = words.length > 0 ? [holdingAll(choice, words)] : [];
  if (hasTime) parts.push(payoutsRan(choice));
  const { rows } = await sql<{ total: bigint; ids: string }>`
    select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
    from (${sql.join(parts, sql` intersect `)}) found`.execute(tx);
  const { total = 0n, ids = '{}' } = rows[0] ?? {};
  return { total: Number(total), condition: total <= FETCH_BY_ID_LIMIT ? 'by id' : 'in order', ids };
}

/** The condition on an `entry` row. */
export function isFound(
  { condition, ids }: Pick<Found, 'condition' | 'ids'>,
  dates: PayoutDates,
): RawBuilder<unknown> {
  if (condition === 'by dates') return ranWithin(dates);
  if (condition === 'by id') return sql`entry.participation_id = any (${ids}::bigint[])`;
  // The CASE keeps the planner from turning this into a join, which would read and sort the whole book.
  return sql`case when entry.participation_id in (select unnest(${ids}::bigint[])) then true else false end`;
}

/** Participations whose time from first to last payout overlaps the requested dates. */
function payoutsRan({ tenantId, syndicateId, ...choice }: ParticipationChoice): RawBuilder<unknown> {
  return sql`
    select participation_id from participation_totals entry
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and ${ranWithin(choice)}`;
}

type PayoutDates = Pick<ParticipationChoice, 'payoutsFrom' | 'payoutsTo'>;

function ranWithin({ payoutsFrom, payoutsTo }: PayoutDates) {
  const from = payoutsFrom
    ? sql`entry.last_pay_date >= ${payoutsFrom}::date`
    : sql`entry.last_pay_date is not null`;
  return payoutsTo ? sql`${from} and entry.first_pay_date <= ${payoutsTo}::date` : from;
}

const MAX_WORDS = 8;

/** The words that must all match. Text without any letter or digit is searched as it is. */
function searchWords(typed: string): string[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.length > 0 || text === '' ? words.slice(0, MAX_WORDS) : [text];
}

/**
 * Matches each word anywhere in the merchant's name or the MID. Under row-level security an index cannot answer this,
 * because the text operators are not leakproof. Instead, the syndicate's part of one index is read completely. That index
 * contains exactly this expression, so it is not computed again for each row.
 */
function holdingAll({ tenantId, syndicateId }: ParticipationChoice, words: readonly string[]) {
  const held = words.map((word) => sql`strpos(merchant_key || E'\\n' || lower(mid), ${word}) > 0`);
  return sql`
    select participation_id from listed_participations
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and ${sql.join(held, sql` and `)}`;
}
