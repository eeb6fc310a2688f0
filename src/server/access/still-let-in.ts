import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses a caller whose session has ended or whose account was closed since the answer began. It looks at the session and not
 * at the token, which is renewed while a long download runs, and at no idle time, because downloading is not idle.
 */
export async function requireStillLetIn(
  tx: Tx,
  { tenantId, userId, sessionId }: Pick<Caller, 'tenantId' | 'userId' | 'sessionId'>,
): Promise<void> {
  await claim(tx, { tenantId, userId });
  const found = await tx
    .selectFrom('sessions')
    .innerJoin('memberships', 'memberships.userId', 'sessions.userId')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', sql<Date>`now()`)
    .where('memberships.tenantId', '=', tenantId)
    .where('memberships.isTerminated', '=', false)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_signed_in');
}
