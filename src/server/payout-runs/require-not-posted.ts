import { sql } from 'kysely';
import { areApart } from '../approvals/require-apart.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/**
 * Who posted what a run pays; of the payoff of an older deal, who funded the one that renews it. Of what a service token posted that is whoever
 * issued it, who may hold it. What earlier runs carried was approved with these.
 */
export async function readPosters(
  tx: Tx,
  tenantId: string,
  { payDate }: { payDate: string },
): Promise<bigint[]> {
  const { rows } = await sql<{ poster: bigint | null }>`
    with paid as materialized (
      select line.is_reversal, payment.reference, payment.source_id, payment.reversal_source_id
      from payout_lines line
      join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id
      where line.tenant_id = ${tenantId}::uuid and line.pay_date <= ${payDate}::date
        and line.pay_date > coalesce((select max(earlier.pay_date) from payout_runs earlier
          where earlier.tenant_id = ${tenantId}::uuid and earlier.state in ('file made', 'settled') and earlier.pay_date < ${payDate}::date),
          ${payDate}::date - 1)
    )
    select distinct coalesce(source.posted_by_user, (
      select event.actor_id from audit_events event
      where event.tenant_id = source.tenant_id and event.subject = 'service token ' || source.posted_by_token
        and event.action = 'service token issued'
      order by event.sequence limit 1)) as poster
    from paid
    join payment_sources source on source.tenant_id = ${tenantId}::uuid
      and source.id = case when paid.is_reversal then paid.reversal_source_id else paid.source_id end
    where source.posted_by_user is not null or source.posted_by_token is not null
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
  for (const poster of posters)
    if (!(await areApart(tx, tenantId, poster, userId))) throw new Refusal('run_pays_own_postings');
}
