import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

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
}

/**
 * Ends sessions at once: their tokens are worth nothing at the next request. Unless it is about one of them,
 * sign-ins that wait for their second factor end too. Gives how many sessions there were.
 */
export async function endSessions(
  tx: Tx,
  { userId, only, except }: Which,
  reason: EndReason,
): Promise<number> {
  let query = tx
    .updateTable('sessions')
    .set({ endedAt: sql<Date>`now()`, endReason: reason })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null);
  if (only) query = query.where('id', '=', only);
  if (except) query = query.where('id', '<>', except);
  if (!only) {
    await tx
      .updateTable('signInChallenges')
      .set({ usedAt: sql<Date>`now()` })
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute();
  }
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}
