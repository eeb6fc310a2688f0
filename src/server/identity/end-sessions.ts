import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { lockUser } from './credential-version.ts';
import { forgetBrowsers } from './remembered-browsers.ts';

export type EndReason =
  | 'password change'
  | 'password reset'
  | 'second factor added'
  | 'second factor reset'
  /** Or by the operator for the user: the audit trail says by whom. */
  | 'ended by user'
  | 'account closed';

interface Which {
  userId: bigint;
  /** Only this session. */
  only?: string;
  /** All sessions except this one. */
  except?: string;
  /** Only sessions that are limited to this tenant. */
  onlyTenantId?: string;
  /** Only sessions that were opened under this host name. */
  host?: string;
}

/**
 * Ends sessions at once: their tokens are refused from the next request on, and their browsers no longer remember the
 * user. Second factors that are being set up have to be started again, by a session that is still there. Unless only one session
 * is ended, sign-ins that are waiting for the second factor end too. Returns the number of sessions.
 */
export async function endSessions(
  tx: Tx,
  { userId, only, except, onlyTenantId, host }: Which,
  reason: EndReason,
): Promise<number> {
  await lockUser(tx, userId);
  let query = tx
    .updateTable('sessions')
    .set({ endedAt: sql<Date>`now()`, endReason: reason })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null);
  if (only) query = query.where('id', '=', only);
  if (except) query = query.where('id', '<>', except);
  if (onlyTenantId) query = query.where('onlyTenantId', '=', onlyTenantId);
  if (host) query = query.where('host', '=', host);
  if (!only) {
    await tx
      .updateTable('signInChallenges')
      .set({ usedAt: sql<Date>`now()` })
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .$if(onlyTenantId !== undefined, (some) => some.where('onlyTenantId', '=', onlyTenantId ?? ''))
      .execute();
  }
  if (!onlyTenantId) {
    await tx.deleteFrom('totpEnrolments').where('userId', '=', userId).execute();
    await tx.deleteFrom('passkeyEnrolments').where('userId', '=', userId).execute();
  }
  // A sign-in ticket is limited to one tenant and makes no browser remember its user. But when a funder closes a user,
  // browsers forget that user even if another funder's portal stays open.
  if (!onlyTenantId || reason === 'account closed')
    await forgetBrowsers(tx, { userId, ...(only && { only }), ...(except && { except }) });
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
