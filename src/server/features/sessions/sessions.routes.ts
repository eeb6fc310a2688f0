import { sql } from 'kysely';
import type { sessionsContract } from '../../../shared/contract/sessions.ts';
import type { Caller } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { cancelRequestsOfOthers } from '../../identity/end-with-sessions.ts';
import { isInUse } from '../../identity/sessions.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { describeDevice } from './device.ts';

export const sessionsHandlers = (
  deps: Pick<Deps, 'passwords' | 'throttle'>,
): Handlers<typeof sessionsContract> => ({
  async listSessions({ caller, request, tx }) {
    const { host } = request.site;
    const rows = await tx
      .selectFrom('sessions')
      .select(['id', 'userAgent', 'createdAt', 'lastActiveAt'])
      .where('userId', '=', caller.userId)
      .$if(caller.isOfOneTenant, (query) => query.where('onlyTenantId', '=', caller.tenantId))
      .$if(host !== null, (query) => query.where('host', '=', host))
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .where(isInUse)
      .orderBy('createdAt', 'desc')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent),
      startedAt: row.createdAt.toISOString(),
      lastActiveAt: row.lastActiveAt.toISOString(),
      isThisOne: row.id === caller.sessionId,
    }));
  },

  async endSessions({ body: { which, password }, request, inTransaction }) {
    // A stolen session must not be able to throw its owner out. Whoever does not know the password resets it, which ends them all.
    const afterPassword = await requirePassword(inTransaction, deps, { password, address: request.ip });
    return afterPassword((tx, caller) => endOwnSessions(tx, caller, which, request.site.host));
  },
});

async function endOwnSessions(
  tx: Tx,
  { userId, sessionId, tenantId, isOfOneTenant }: Caller,
  asked: string,
  host: string | null,
): Promise<{ endedCount: number }> {
  const which = asked === 'others' ? { except: sessionId } : { only: asked };
  const within = { userId, ...(isOfOneTenant && { onlyTenantId: tenantId }), ...(host && { host }) };
  const endedCount = await endSessions(tx, { ...within, ...which }, 'ended by user');
  if (endedCount === 0) return { endedCount };
  await recordAudit(tx, {
    actorId: userId,
    action: 'sessions ended',
    subject: `user ${userId}`,
    details: { endedCount },
  });
  // Whoever ends a session may not know it. Under a tenant's host name only that tenant's are seen.
  const onlyTenantId = isOfOneTenant || host !== null ? tenantId : null;
  await cancelRequestsOfOthers(tx, { userId, sessionId, onlyTenantId }, 'ended by user');
  return { endedCount };
}
