import { sql } from 'kysely';
import { areApart } from '../approvals/require-apart.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/**
 * Who posted what a run pays. Of what a service token posted that is whoever issued it, who may hold it. What earlier runs carried was approved
 * with these.
 */
export async function readPosters(
  tx: Tx,
  tenantId: string,
  { payDate }: { payDate: string },
): Promise<bigint[]> {
  const { rows } = await sql<{ poster: bigint | null }>`
    select distinct coalesce(source.posted_by_user, (
      select event.actor_id from audit_events event
      where event.tenant_id = source.tenant_id and event.subject = 'service token ' || source.posted_by_token
        and event.action = 'service token issued'
      order by event.sequence limit 1)) as poster
    from payout_lines line
    join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id
    join payment_sources source on source.tenant_id = payment.tenant_id
      and source.id = case when line.is_reversal then payment.reversal_source_id else payment.source_id end
    where line.tenant_id = ${tenantId}::uuid and line.pay_date <= ${payDate}::date
      and line.pay_date > coalesce((select max(earlier.pay_date) from payout_runs earlier
        where earlier.tenant_id = ${tenantId}::uuid and earlier.state in ('file made', 'settled') and earlier.pay_date < ${payDate}::date),
        ${payDate}::date - 1)
      and (source.posted_by_user is not null or source.posted_by_token is not null)`.execute(tx);
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
