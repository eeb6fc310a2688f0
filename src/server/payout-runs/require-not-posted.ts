import { sql } from 'kysely';
import { peopleOfImport } from '../approvals/brought-in.ts';
import { areAllApart } from '../approvals/require-apart.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { RunItem } from './decide-items.ts';

/** What came into a cash account before may be in it for years, and everyone has posted some of it. */
const CASH_DAYS = 30;

type Paid = Pick<RunItem, 'syndicateId' | 'kind' | 'carriedIn' | 'releasedIn' | 'returnedIn'>;

/**
 * Who had a hand in posting what a run pays: who posted it, who prepared the import or the file of the day or said how its columns are read, and
 * who issued the service token that did. Of the payoff of an older deal, who funded the one that renews it. What earlier runs left belongs to it, and of a withdrawal what came
 * into its cash account within 30 days.
 */
export async function readPosters(
  tx: Tx,
  tenantId: string,
  { payDate }: { payDate: string },
  items: readonly Paid[],
): Promise<bigint[]> {
  const broughtIn = items
    .filter(({ carriedIn, releasedIn, returnedIn }) => carriedIn + releasedIn + returnedIn !== 0n)
    .map(({ syndicateId }) => syndicateId);
  const withdrawing = items.filter(({ kind }) => kind === 'withdrawal').map(({ syndicateId }) => syndicateId);
  const { rows } = await sql<{ poster: bigint | null }>`
    with made as (
      select max(earlier.pay_date) as pay_date from payout_runs earlier
      where earlier.tenant_id = ${tenantId}::uuid and earlier.state in ('file made', 'settled') and earlier.pay_date < ${payDate}::date
    ), sent as (
      select item.syndicate_id, max(run.pay_date) as pay_date from payout_run_items item
      join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
      where item.tenant_id = ${tenantId}::uuid and item.syndicate_id = any(${broughtIn}::bigint[])
        and item.trace_number is not null and item.returned_at is null
      group by item.syndicate_id
    ), line as (
      select paid.payment_id, paid.is_reversal from payout_lines paid
      where paid.tenant_id = ${tenantId}::uuid and paid.pay_date <= ${payDate}::date
        and paid.pay_date > coalesce((select pay_date from made), ${payDate}::date - 1)
      union all
      select line.payment_id, line.is_reversal
      from participations share
      join payments payment on payment.tenant_id = share.tenant_id and payment.deal_id = share.deal_id
      join payout_lines line on line.tenant_id = share.tenant_id and line.payment_id = payment.id and line.participation_id = share.id
      left join sent on sent.syndicate_id = share.syndicate_id
      where share.tenant_id = ${tenantId}::uuid and share.syndicate_id = any(${[...broughtIn, ...withdrawing]}::bigint[])
        and (share.syndicate_id = any(${broughtIn}::bigint[]) and line.pay_date <= (select pay_date from made)
            and line.pay_date > coalesce(sent.pay_date, '-infinity')
          or share.syndicate_id = any(${withdrawing}::bigint[]) and line.posted_at > now() - make_interval(days => ${CASH_DAYS}))
    ), paid as materialized (
      select distinct payment.reference, case when line.is_reversal then payment.reversal_source_id else payment.source_id end as source_id
      from line join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.id = line.payment_id
    ), source as (
      select known.* from payment_sources known
      where known.tenant_id = ${tenantId}::uuid and known.id in (select source_id from paid)
    )
    select coalesce(source.posted_by_user, (
      select event.actor_id from audit_events event
      where event.tenant_id = source.tenant_id and event.subject = 'service token ' || source.posted_by_token
        and event.action = 'service token issued'
      order by event.sequence limit 1)) as poster
    from source
    union
    select person from source
    join import_runs run on run.tenant_id = source.tenant_id and run.id = source.import_run_id
    cross join lateral (${peopleOfImport}) behind
    union
    select event.actor_id from source
    join day_sheets sheet on sheet.tenant_id = source.tenant_id and sheet.posting_run_id = source.posting_run_id
    join audit_events event on event.tenant_id = source.tenant_id and event.subject = 'day sheet ' || sheet.file_id
    union
    select read_by.changed_by from source
    join day_sheets sheet on sheet.tenant_id = source.tenant_id and sheet.posting_run_id = source.posting_run_id
    join sheet_sources read_by on read_by.tenant_id = sheet.tenant_id and read_by.id = sheet.source_id
    union
    select file.staged_by from source
    join day_sheets sheet on sheet.tenant_id = source.tenant_id and sheet.posting_run_id = source.posting_run_id
    join sheet_files file on file.tenant_id = sheet.tenant_id and file.id = sheet.file_id
    union
    select event.actor_id from paid
    join audit_events event on event.tenant_id = ${tenantId}::uuid and event.action = 'deal funded'
      and event.subject = 'deal ' || substring(paid.reference from '^payoff by (.+)$')`.execute(tx);
  return rows.flatMap(({ poster }) => (poster === null ? [] : [poster]));
}

/**
 * Whoever posted what a run pays, or stands behind who did, does not approve it: a day's file has no limit, because others look at what it
 * pays out.
 */
export async function requireNotPosted(
  tx: Tx,
  tenantId: string,
  posters: readonly bigint[],
  userId: bigint,
): Promise<void> {
  if (!(await areAllApart(tx, tenantId, posters, userId))) throw new Refusal('run_pays_own_postings');
}
