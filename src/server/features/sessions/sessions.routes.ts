import { sql } from 'kysely';
import type { sessionsContract } from '../../../shared/contract/sessions.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { endSessions } from '../../identity/end-sessions.ts';
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
    if (endedCount > 0)
      await recordAudit(tx, {
        actorId: userId,
        action: 'sessions ended',
        subject: `user ${userId}`,
        details: { endedCount },
      });
    return { endedCount };
  },
});
