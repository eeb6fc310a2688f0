import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf, today } from '../../platform/db/today.ts';

export interface Visitor {
  tenantId: string;
  userId: bigint;
  syndicateId: bigint;
}

interface VisitRow {
  lastVisitAt: Date | null;
  lastVisitOn: string | null;
  isRecorded: boolean;
  hiddenThrough: Date | null;
  hiddenOn: string | null;
  today: string;
  now: Date;
}

export interface Visit {
  /** The last visit on an earlier day than today; null on the first day. */
  last: { at: Date; on: CalendarDate } | null;
  /** Whether today's visit is recorded. */
  isRecorded: boolean;
  hidden: { through: Date; on: CalendarDate } | null;
  today: CalendarDate;
  now: Date;
}

/** The answer is the same before and after today's visit is recorded. */
export async function readVisit(tx: Tx, { tenantId, userId, syndicateId }: Visitor): Promise<Visit> {
  const { rows } = await sql<VisitRow>`
    select last.at as last_visit_at, ${dayOf(sql`last.at`)} as last_visit_on,
      coalesce(${dayOf(sql`visit.visited_at`)} >= ${today}, false) as is_recorded,
      visit.hidden_through, ${dayOf(sql`visit.hidden_through`)} as hidden_on, ${today} as today, now() as now
    from (select) one
    left join last_visits visit on visit.tenant_id = ${tenantId}::uuid and visit.user_id = ${userId}
      and visit.syndicate_id = ${syndicateId}
    left join lateral (
      select case when ${dayOf(sql`visit.visited_at`)} < ${today} then visit.visited_at else visit.earlier_visit_at end as at
    ) last on true`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A query without a condition found nothing.');
  const { lastVisitAt, lastVisitOn, hiddenThrough, hiddenOn } = row;
  return {
    last: lastVisitAt && lastVisitOn ? { at: lastVisitAt, on: calendarDate(lastVisitOn) } : null,
    isRecorded: row.isRecorded,
    hidden: hiddenThrough && hiddenOn ? { through: hiddenThrough, on: calendarDate(hiddenOn) } : null,
    today: calendarDate(row.today),
    now: row.now,
  };
}

/** Once a day: a further visit of the day finds nothing to change. */
export async function writeVisit(tx: Tx, { tenantId, userId, syndicateId }: Visitor): Promise<void> {
  await sql`
    insert into last_visits as visit (tenant_id, user_id, syndicate_id)
    select syndicate.tenant_id, ${userId}::bigint, syndicate.id from syndicates syndicate
    where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId}
    on conflict (tenant_id, user_id, syndicate_id) do update
      set earlier_visit_at = visit.visited_at, visited_at = excluded.visited_at
      where ${dayOf(sql`visit.visited_at`)} < ${dayOf(sql`excluded.visited_at`)}`.execute(tx);
}

/** Never takes anything back that was hidden, and hides nothing that is still to come. */
export async function writeHidden(
  tx: Tx,
  { tenantId, userId, syndicateId }: Visitor,
  through: string,
): Promise<void> {
  await sql`
    update last_visits set hidden_through = greatest(hidden_through, least(${through}::timestamptz, now()))
    where tenant_id = ${tenantId}::uuid and user_id = ${userId} and syndicate_id = ${syndicateId}`.execute(
    tx,
  );
}
