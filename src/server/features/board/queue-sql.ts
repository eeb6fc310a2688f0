import { type RawBuilder, sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { QueueName } from '../../../shared/domain/desk-queues.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { watchedDealCount } from '../../ledger/standings/watched-deals.ts';
import { today } from '../../platform/db/today.ts';

/** A queue that is the same for everybody at the desk. What waits for an approval is not: nobody decides what they have asked for. */
export type ListedQueue = Exclude<QueueName, 'approvals'>;

/** A queue that is read from tables. Locked people are not: what locks them can only be compared. */
export type ReadQueue = Exclude<ListedQueue, 'locked'>;

interface QueueSql {
  /**
   * Selects `key`, `line` and `began` of each thing that waits, or of the oldest ones where the number of all is kept. It is counted, so
   * it joins nothing that only words need.
   */
  waiting: RawBuilder<unknown>;
  /** The number of all, where it is kept. */
  count?: RawBuilder<number>;
  /**
   * Selects `title` and `remark` of the thing whose key is `item.key`. Keys are compared as the numbers that they are: row-level
   * security keeps a cast away from an index.
   */
  words: RawBuilder<unknown>;
}

const NO_LINE = sql`null::integer as line`;

const TENANT = sql`app_tenant()`;

// The names are written out, so that the index of these deals alone is used whatever the plan.
const submitted = sql`deal.tenant_id = ${TENANT} and deal.status in (${sql.join(SUBMISSION_STATUSES.map((status) => sql.lit(status)))})`;

const invited = sql`deals deal
  join participation_invites invite on invite.tenant_id = deal.tenant_id and invite.deal_id = deal.id`;

const wordsOfInvite = sql`
  select syndicate.name || ', ' || deal.name as title, deal.mid as remark
  from participation_invites invite
  join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
  join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
  where invite.tenant_id = ${TENANT} and invite.id = item.key`;

const wordsOfDeal = sql`
  select deal.name as title, deal.mid as remark from deals deal
  where deal.tenant_id = ${TENANT} and deal.id = item.key`;

/** Within so many days a line that was not posted is looked for: one that nobody posted by then will not be. */
const DAYS_OF_LINES = 14;

const recentRuns = sql`posting_runs run`;
const isRecent = sql`run.tenant_id = ${TENANT} and run.posted_on > ${today} - ${sql.lit(DAYS_OF_LINES)}::integer`;
/** Of a line that was not posted: nobody has settled it, and nothing was posted under its reference since. */
export const isStillMissing = (line: string) => sql`not exists (
  select from settled_lines settled
  where settled.tenant_id = ${sql.ref(`${line}.tenant_id`)} and settled.run_id = ${sql.ref(`${line}.run_id`)}
    and settled.line = ${sql.ref(`${line}.line`)})
  and not exists (
  select from payments payment
  where payment.tenant_id = ${sql.ref(`${line}.tenant_id`)} and payment.reference = ${sql.ref(`${line}.reference`)})`;

const jobs = (isMail: boolean): QueueSql => ({
  waiting: sql`
    select job.id as key, ${NO_LINE}, job.updated_at as began
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where job.attempts >= job.max_attempts and job.locked_at is null and job.payload ->> 'tenantId' = ${TENANT}::text
      and (task.identifier like 'mail %' or task.identifier = 'send nightly report') = ${sql.lit(isMail)}`,
  words: sql`
    select upper(left(task.identifier, 1)) || substr(task.identifier, 2) || coalesce(': ' || syndicate.name, '') as title,
      coalesce(job.last_error, '') as remark
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    left join syndicates syndicate on syndicate.tenant_id = ${TENANT} and syndicate.id::text = job.payload ->> 'syndicateId'
    where job.id = item.key`,
});

/** What waits, by queue, within the tenant of the transaction. */
export const QUEUE_SQL: Readonly<Record<ReadQueue, QueueSql>> = {
  acceptances: {
    waiting: sql`
      select deal.id as key, ${NO_LINE}, coalesce(changed.at, deal.created_at) as began
      from deals deal
      join offers offer on offer.tenant_id = deal.tenant_id and offer.deal_id = deal.id
        and offer.status = ${sql.lit(OFFER_STATUS.accepted)}
      cross join lateral (
        select max(change.changed_at) as at from deal_status_changes change
        where change.tenant_id = deal.tenant_id and change.deal_id = deal.id) changed
      where ${submitted}`,
    words: wordsOfDeal,
  },
  'pre-fundings': {
    waiting: sql`
      select invite.id as key, ${NO_LINE}, acceptance.accepted_at as began
      from ${invited}
      join pre_funding_acceptances acceptance on acceptance.tenant_id = invite.tenant_id and acceptance.invite_id = invite.id
      where ${submitted} and acceptance.share_percent > 0`,
    words: sql`
      select syndicate.name || ': ' || trim_scale(acceptance.share_percent) || ' % of ' || deal.name as title, deal.mid as remark
      from pre_funding_acceptances acceptance
      join participation_invites invite on invite.tenant_id = acceptance.tenant_id and invite.id = acceptance.invite_id
      join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
      join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
      where acceptance.tenant_id = ${TENANT} and acceptance.invite_id = item.key`,
  },
  adjustments: {
    waiting: sql`
      select known.id as key, ${NO_LINE}, known.waiting_since as began from invite_cases known
      where known.tenant_id = ${TENANT} and known.state = 'open'`,
    words: sql`
      select syndicate.name || ': share of ' || deal.mid as title,
        deal.name || coalesce(', taken by ' || owner.name, '') as remark
      from invite_cases known
      join participation_invites invite on invite.tenant_id = known.tenant_id and invite.id = known.invite_id
      join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
      join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
      left join memberships owner on owner.tenant_id = known.tenant_id and owner.user_id = known.owner_id
      where known.tenant_id = ${TENANT} and known.id = item.key`,
  },
  'bank-changes': {
    waiting: sql`
      select change.id as key, ${NO_LINE}, change.requested_at as began from bank_account_changes change
      where change.tenant_id = ${TENANT} and change.state = 'pending'`,
    words: sql`
      select syndicate.name as title, change.bank_name || ', takes effect '
        || to_char(change.takes_effect_at at time zone 'America/New_York', 'MM/DD, FMHH12:MI AM') as remark
      from bank_account_changes change
      join syndicates syndicate on syndicate.tenant_id = change.tenant_id and syndicate.id = change.syndicate_id
      where change.tenant_id = ${TENANT} and change.id = item.key`,
  },
  'change-notices': {
    waiting: sql`
      select notice.id as key, ${NO_LINE}, notice.received_at as began from change_notices notice
      where notice.tenant_id = ${TENANT} and notice.state = 'waiting'`,
    words: sql`
      select syndicate.name as title, notice.code as remark
      from change_notices notice
      join syndicates syndicate on syndicate.tenant_id = notice.tenant_id and syndicate.id = notice.syndicate_id
      where notice.tenant_id = ${TENANT} and notice.id = item.key`,
  },
  mails: jobs(true),
  jobs: jobs(false),
  lines: {
    waiting: sql`
      select run.id as key, refusal.line, coalesce(run.finished_at, run.started_at) as began
      from ${recentRuns}
      join posting_refusals refusal on refusal.tenant_id = run.tenant_id and refusal.run_id = run.id
      where ${isRecent} and ${isStillMissing('refusal')}
      union all
      select run.id, held.line, coalesce(run.finished_at, run.started_at)
      from ${recentRuns}
      join posting_held_entries held on held.tenant_id = run.tenant_id and held.run_id = run.id
      where ${isRecent} and held.confirmed_at is null and ${isStillMissing('held')}`,
    words: sql`
      select 'Line ' || line.line || ' of ' || run.file_name || ', ' || line.reference as title, line.code as remark
      from (
        select refusal.run_id, refusal.line, refusal.reference, refusal.code from posting_refusals refusal
        where refusal.tenant_id = ${TENANT} and refusal.run_id = item.key
          and refusal.line = item.line
        union all
        select held.run_id, held.line, held.reference, 'held' from posting_held_entries held
        where held.tenant_id = ${TENANT} and held.run_id = item.key
          and held.line = item.line
      ) line
      join posting_runs run on run.tenant_id = ${TENANT} and run.id = line.run_id`,
  },
  invites: {
    waiting: sql`
      select invite.id as key, ${NO_LINE}, invite.created_at as began
      from ${invited}
      where ${submitted}
        and not exists (
          select from pre_funding_acceptances answer
          where answer.tenant_id = invite.tenant_id and answer.invite_id = invite.id)
        and not exists (
          select from adjustment_requests request
          where request.tenant_id = invite.tenant_id and request.invite_id = invite.id)`,
    words: wordsOfInvite,
  },
  withdrawals: {
    waiting: sql`
      select request.id as key, ${NO_LINE}, request.asked_at as began from withdrawal_requests request
      where request.tenant_id = ${TENANT} and request.state = 'asked for'`,
    words: sql`
      select syndicate.name || ': ' || to_char(request.amount_cents / 100.0, 'FM$999,999,999,990.00') as title,
        request.reference as remark
      from withdrawal_requests request
      join syndicates syndicate on syndicate.tenant_id = request.tenant_id and syndicate.id = request.syndicate_id
      where request.tenant_id = ${TENANT} and request.id = item.key`,
  },
  watchlist: {
    count: watchedDealCount,
    // A deal is on the list for a few reasons at most, so that these alerts are of more deals than are listed.
    waiting: sql`
      select early.deal_id as key, ${NO_LINE}, min(early.opened_at) as began
      from (
        select alert.deal_id, alert.opened_at from deal_alerts alert
        where alert.tenant_id = ${TENANT} and alert.closed_on is null
        order by alert.opened_at, alert.deal_id limit 100
      ) early
      group by early.deal_id`,
    words: wordsOfDeal,
  },
};
