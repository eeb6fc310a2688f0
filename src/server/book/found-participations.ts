import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { ParticipationChoice } from './participation-choice.ts';

/** The participations that a search, or the time of their payouts, leaves of a book. */
export interface Found {
  /** Null where they have not been counted: nothing had to be found first. */
  total: number | null;
  /** What a query begins with that asks for them; more may follow. */
  begin: RawBuilder<unknown>;
  /** The condition on an `entry`. */
  isFound: RawBuilder<unknown>;
  /** The only table whose entries have what the condition asks for, where it is not both. */
  table?: 'participation_totals';
}

/** So many are fetched one by one and sorted; more are met soon enough when the book is read in its order. */
const FEW = 1000;

/** Null when nothing was asked for that needs finding. */
export async function findParticipations(tx: Tx, choice: ParticipationChoice): Promise<Found | null> {
  const words = searchWords(choice.search);
  const hasTime = choice.payoutsFrom !== null || choice.payoutsTo !== null;
  if (words.length === 0 && !hasTime) return null;
  if (words.length === 0 && choice.sort.column === 'agreementDate') return foundInOrder(choice);
  const parts = words.length > 0 ? [holdingAll(choice, words)] : [];
  if (hasTime) parts.push(payoutsRan(choice));
  const { rows } = await sql<{ total: bigint; ids: string }>`
    select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
    from (${sql.join(parts, sql` intersect `)}) found`.execute(tx);
  // Handed back as they came: nothing is looked for twice, and here nobody needs them as numbers.
  const { total = 0n, ids = '{}' } = rows[0] ?? {};
  return {
    total: Number(total),
    begin: sql`with`,
    isFound:
      total <= FEW
        ? sql`entry.participation_id = any (${ids}::bigint[])`
        : // As a case, the planner cannot make a join of it, which would go through the whole book to sort it.
          sql`case when entry.participation_id in (select unnest(${ids}::bigint[])) then true else false end`,
  };
}

/** From the first payout to the last, some of it within the time asked for. */
function payoutsRan({ tenantId, syndicateId, ...choice }: ParticipationChoice): RawBuilder<unknown> {
  return sql`
    select participation_id from participation_totals entry
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and ${ranWithin(choice)}`;
}

function ranWithin({ payoutsFrom, payoutsTo }: Pick<ParticipationChoice, 'payoutsFrom' | 'payoutsTo'>) {
  const from = payoutsFrom
    ? sql`entry.last_pay_date >= ${payoutsFrom}::date`
    : sql`entry.last_pay_date is not null`;
  return payoutsTo ? sql`${from} and entry.first_pay_date <= ${payoutsTo}::date` : from;
}

/** By agreement date, as the tables open: one index has that order and the times, so nothing has to be found first. */
const foundInOrder = (choice: ParticipationChoice): Found => ({
  total: null,
  begin: sql`with`,
  isFound: ranWithin(choice),
  table: 'participation_totals',
});

const MOST_WORDS = 8;

/** What all have to be held: the words typed or, where there is no letter and no digit, the signs as they are. */
function searchWords(typed: string): string[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.length > 0 || text === '' ? words.slice(0, MOST_WORDS) : [text];
}

/**
 * Each word anywhere in the merchant's name or in the MID. Row-level security lets no index answer that, as the operators for
 * it might leak what they look at; so the syndicate's part of one index is read through. That index holds exactly this
 * expression, so that nothing is put together again for each row.
 */
function holdingAll({ tenantId, syndicateId }: ParticipationChoice, words: readonly string[]) {
  const held = words.map((word) => sql`strpos(merchant_key || E'\\n' || lower(mid), ${word}) > 0`);
  return sql`
    select participation_id from listed_participations
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and ${sql.join(held, sql` and `)}`;
}
