import { sql } from 'kysely';
import type { GuestPart } from '../../shared/domain/guest-parts.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller, Guest } from './caller.ts';

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

/** The same for a guest, of all the books that the endpoint opened to them. */
export async function requireStillOpened(
  tx: Tx,
  guest: Guest,
  part: GuestPart | 'own account' | undefined,
): Promise<void> {
  await requireStillLetIn(tx, guest, []);
  if (part === undefined || part === 'own account') return;
  const open = await tx
    .selectFrom('guests')
    .select('syndicateId')
    .where('tenantId', '=', guest.tenantId)
    .where('userId', '=', guest.userId)
    .where('endedAt', 'is', null)
    .where('untilDate', '>=', today)
    .where(sql<boolean>`${part}::text = any(parts)`)
    .execute();
  const isOpen = (syndicateId: bigint) => open.some((book) => book.syndicateId === syndicateId);
  if (!guest.opened.every((book) => isOpen(book.syndicateId))) throw new Refusal('guest_ended');
}
