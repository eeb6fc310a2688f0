import { sql } from 'kysely';
import type { Permission } from '../../shared/domain/permissions.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses a caller whose session has ended, whose account was closed or who lost a permission since the answer began. It looks at the session and
 * not at the token, which is renewed while a long download runs, and at no idle time, because downloading is not idle.
 */
export async function requireStillLetIn(
  tx: Tx,
  { tenantId, userId, sessionId }: Pick<Caller, 'tenantId' | 'userId' | 'sessionId'>,
  needs: readonly Permission[],
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
    .where(sql<boolean>`memberships.permissions @> ${needs}::text[]`)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_signed_in');
}
