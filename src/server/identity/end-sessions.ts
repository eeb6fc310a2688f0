import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { forgetBrowsers } from './remembered-browsers.ts';

export type EndReason =
  | 'password change'
  | 'password reset'
  | 'second factor added'
  | 'ended by user'
  | 'account closed';

interface Which {
  userId: bigint;
  /** This one alone. */
  only?: string;
  /** All but this one. */
  except?: string;
  /** Those alone that are good for this tenant and no other. */
  onlyTenantId?: string;
  /** Those alone that were opened under this name. */
  host?: string;
}

/**
 * Ends sessions at once: their tokens are worth nothing at the next request, and their browsers no longer know whose they
 * were. Unless it is about one of them, sign-ins that wait for their second factor end too. Gives how many sessions there were.
 */
export async function endSessions(
  tx: Tx,
  { userId, only, except, onlyTenantId, host }: Which,
  reason: EndReason,
): Promise<number> {
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
  // A ticket, which opens one tenant, makes no browser remember. But of whom a funder closes nothing is to be remembered, also
  // where another funder's portal stays open to them.
  if (!onlyTenantId || reason === 'account closed')
    await forgetBrowsers(tx, { userId, ...(only && { only }), ...(except && { except }) });
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
