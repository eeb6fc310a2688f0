import { GUEST_PARTS, type GuestPart } from '../../shared/domain/guest-parts.ts';
import type { GuestEnd } from '../identity/guests.ts';
import type { Tx } from '../platform/db/database.ts';

interface NewGuest {
  syndicateId: bigint;
  userId: bigint;
  parts?: readonly GuestPart[];
  untilDate?: string;
  invitedBy?: bigint;
  endedAt?: Date;
  endReason?: GuestEnd;
}

/** A last day that can be chosen whenever the tests run. */
export const UNTIL = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);

/** Opens a book to somebody who has a membership as a guest. */
export async function createGuest(
  tx: Tx,
  tenantId: string,
  { parts = GUEST_PARTS, untilDate = UNTIL, userId, invitedBy = userId, ...guest }: NewGuest,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('guests')
    .values({ tenantId, userId, invitedBy, untilDate, ...guest, parts: [...parts] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
