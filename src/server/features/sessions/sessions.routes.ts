import { sql } from 'kysely';
import type { sessionsContract } from '../../../shared/contract/sessions.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { cancelRequestsOfOthers } from '../../identity/end-with-sessions.ts';
import { isInUse } from '../../identity/sessions.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { describeDevice } from './device.ts';

export const sessionsHandlers = (): Handlers<typeof sessionsContract> => ({
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

  async endSessions({ body, caller, request, tx }) {
    const { host } = request.site;
    const { userId, sessionId, tenantId, isOfOneTenant } = caller;
    const which = body.which === 'others' ? { except: sessionId } : { only: body.which };
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
  },
});
