import { type Selectable, sql } from 'kysely';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { userOfOperator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { DB } from '../platform/db/schema.ts';
import { claim } from '../platform/db/transactions.ts';
import { lockUser } from './credential-version.ts';
import { endMembership } from './end-membership.ts';
import { cancelResetHere } from './factor-resets.ts';

export type GuestEnd = NonNullable<Selectable<DB['guests']>['endReason']>;
type By = Pick<AuditEvent, 'actorId' | 'operator'>;

interface SyndicateKey {
  tenantId: string;
  syndicateId: bigint;
}

/**
 * Ends a guest's access to a book, from the next call on. With the last book the membership ends as well, and with it the sessions,
 * the invitation and what else is outstanding. False when there is no such guest any more. It claims the guest's account, so it comes
 * last.
 */
export async function endGuest(
  tx: Tx,
  { tenantId, guestId }: { tenantId: string; guestId: bigint },
  reason: GuestEnd,
  by: By,
): Promise<boolean> {
  const guest = await tx
    .selectFrom('guests')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', guestId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (!guest) return false;
  const { userId } = guest;
  await claim(tx, { userId });
  // Whoever opens a session for the guest at this moment is through before, or finds the access ended.
  await lockUser(tx, userId);
  const ended = await markGuestEnded(tx, { tenantId, userId, guestId }, reason, by);
  if (ended === 0) return false;
  const others = await tx
    .selectFrom('guests')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .limit(1)
    .execute();
  if (others.length > 0) return true;
  const { acceptedAt } = await tx
    .selectFrom('memberships')
    .select('acceptedAt')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await endMembership(tx, { tenantId, userId }, acceptedAt !== null);
  await cancelResetHere(tx, { tenantId, userId }, by);
  return true;
}

/** Marks one or all of somebody's books in the tenant as ended, and records each. Returns how many there were. */
export async function markGuestEnded(
  tx: Tx,
  { tenantId, userId, guestId }: { tenantId: string; userId: bigint; guestId?: bigint },
  reason: GuestEnd,
  by: By,
): Promise<number> {
  const ended = await tx
    .updateTable('guests')
    .set({
      endedAt: sql<Date>`now()`,
      endReason: reason,
      endedBy: by.actorId ?? userOfOperator(by.operator),
    })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .$if(guestId !== undefined, (query) => query.where('id', '=', guestId ?? 0n))
    .returning(['id', 'syndicateId'])
    .execute();
  for (const { id, syndicateId } of ended)
    await recordAudit(tx, {
      ...by,
      action: 'guest ended',
      subject: `guest ${id}`,
      details: { user: `${userId}`, syndicate: `${syndicateId}`, reason },
    });
  return ended.length;
}

/**
 * Guests are there for as long as somebody of the syndicate can end them. The syndicate is locked first, so that of two managers who are
 * closed at the same moment the second one's transaction sees that nobody is left.
 */
export async function endGuestsWithoutManager(tx: Tx, key: SyndicateKey, by: By): Promise<void> {
  if ((await openGuestsOf(tx, key)).length === 0) return;
  await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', key.tenantId)
    .where('id', '=', key.syndicateId)
    .forNoKeyUpdate()
    .execute();
  if (await hasManager(tx, key)) return;
  for (const guestId of await openGuestsOf(tx, key))
    await endGuest(tx, { tenantId: key.tenantId, guestId }, 'nobody manages guests', by);
}

export async function endGuestsOfSyndicate(tx: Tx, key: SyndicateKey, by: By): Promise<void> {
  for (const guestId of await openGuestsOf(tx, key))
    await endGuest(tx, { tenantId: key.tenantId, guestId }, 'syndicate closed', by);
}

async function openGuestsOf(tx: Tx, { tenantId, syndicateId }: SyndicateKey): Promise<bigint[]> {
  const guests = await tx
    .selectFrom('guests')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('endedAt', 'is', null)
    .orderBy('id')
    .execute();
  return guests.map(({ id }) => id);
}

async function hasManager(tx: Tx, { tenantId, syndicateId }: SyndicateKey): Promise<boolean> {
  const managers = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('isTerminated', '=', false)
    .where('acceptedAt', 'is not', null)
    .where(sql<boolean>`permissions @> array['manage-guests']`)
    .limit(1)
    .execute();
  return managers.length > 0;
}
