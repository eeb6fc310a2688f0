import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
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
  const parts = searchWords(choice.search).map((word) => withWord(choice, word));
  const hasTime = choice.payoutsFrom !== null || choice.payoutsTo !== null;
  if (parts.length === 0 && !hasTime) return null;
  if (parts.length === 0 && choice.sort.column === 'agreementDate') return foundInOrder(choice);
  if (hasTime) parts.push(payoutsRan(choice));
  const all = sql.join(parts, sql` intersect `);
  const { rows } = await sql<{ total: bigint; few: bigint[] | null }>`
    select count(*) as total, case when count(*) <= ${FEW} then array_agg(participation_id) end as few
    from (${all}) found`.execute(tx);
  const { total = 0n, few = null } = rows[0] ?? {};
  if (total <= FEW) {
    return {
      total: Number(total),
      begin: sql`with`,
      isFound: sql`entry.participation_id = any (${few ?? []}::bigint[])`,
    };
  }
  return {
    total: Number(total),
    begin: sql`with found as materialized (${all}),`,
    // As a case, the planner cannot make a join of it, which would go through the whole book to sort it.
    isFound: sql`case when entry.participation_id in (select participation_id from found) then true else false end`,
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

/** Split as the words of a merchant's name are (see search_words in the migrations). */
const searchWords = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** Words are found by their beginning. */
function withWord({ tenantId, syndicateId }: ParticipationChoice, word: string): RawBuilder<unknown> {
  // Nothing that begins with the word sorts after it with the last of all characters behind it.
  return sql`
    select distinct participation_id from listed_words
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}
      and word >= ${word} and word < ${`${word}\u{10ffff}`}`;
}
