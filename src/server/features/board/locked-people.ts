import { sql } from 'kysely';
import type { QueuePromise } from '../../../shared/domain/desk-queues.ts';
import { endOfPromise } from '../../book/queue-promises.ts';
import type { SignInThrottle } from '../../identity/sign-in-throttle.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Failing {
  tenantId: string;
  userId: bigint;
  title: string;
  remark: string;
  began: Date;
  endsAt: Date | null;
}

/**
 * Whose sign-in is locked. What was counted of somebody can be compared and not listed, so those are asked about who failed to
 * sign in within the last hour: no lock lasts for longer.
 */
export async function readLockedPeople(
  tx: Tx,
  throttle: Pick<SignInThrottle, 'lockedUntil'>,
  promise: QueuePromise,
) {
  const { rows } = await sql<Failing>`
    with recent as materialized (
      select event.action, event.subject, event.at from audit_events event
      where event.tenant_id = app_tenant() and event.at > now() - interval '1 hour'
    ), failing as (
      select subject, max(at) as began from recent
      where action = 'sign-in failed' and subject like 'user %' group by subject
    )
    select member.tenant_id, member.user_id, coalesce(member.name, failing.subject) as title, coalesce(syndicate.name, member.role) as remark,
      failing.began, ${endOfPromise(sql`failing.began`, promise)} as ends_at
    from failing
    join memberships member on member.tenant_id = app_tenant() and member.user_id = substr(failing.subject, 6)::bigint
      and not member.is_terminated and member.accepted_at is not null
    left join syndicates syndicate on syndicate.tenant_id = member.tenant_id and syndicate.id = member.syndicate_id
    order by failing.began, member.user_id`.execute(tx);
  const [first] = rows;
  if (!first) return [];
  const locked = await throttle.lockedUntil(
    rows.map(({ userId }) => userId),
    first.tenantId,
  );
  return rows
    .filter(({ userId }) => locked.has(userId))
    .map(({ userId, tenantId: _, ...item }) => ({ key: userId, line: null, ...item }));
}
