import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { isOpenLink } from './capabilities.ts';

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

interface InvitedMember {
  tenantId: string;
  userId: bigint;
}

/**
 * Makes the membership count, for somebody who has proved that the mailbox is theirs. Leaves the claims of the tenant and of the user
 * on the transaction. False when there is nothing to accept: the membership counts already, or was closed.
 */
export async function acceptInvitation(tx: Tx, invited: InvitedMember): Promise<boolean> {
  const isDone = await answer(tx, invited, {
    acceptedAt: sql<Date>`now()`,
    declinedAt: null,
    // The previous version of the server, which may have added the membership, knows only the account's name.
    name: sql<string>`coalesce(name, (select account.name from users account where account.id = user_id))`,
  });
  if (isDone) await withdrawInvitations(tx, invited);
  return isDone;
}

/** The membership stays and does not count, so that the funder sees the answer and may invite the person again. */
export async function declineInvitation(tx: Tx, invited: InvitedMember): Promise<boolean> {
  const isDone = await answer(tx, invited, { declinedAt: sql<Date>`now()` });
  if (isDone) await withdrawInvitations(tx, invited);
  return isDone;
}

/** Notes when the page of the last invitation was opened for the first time. Expects the claims of the tenant and of the user. */
export async function noteInvitationOpened(tx: Tx, { tenantId, userId }: InvitedMember): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ invitationOpenedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('invitedAt', 'is not', null)
    .where('invitationOpenedAt', 'is', null)
    .where('acceptedAt', 'is', null)
    .execute();
}

/** Uses up the tenant's links with which the person could still accept. Expects the claims of the tenant and of the user. */
export async function withdrawInvitations(tx: Tx, { tenantId, userId }: InvitedMember): Promise<void> {
  await tx
    .updateTable('passwordResets')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('invitedTo', '=', tenantId)
    .where('usedAt', 'is', null)
    .execute();
  await tx
    .updateTable('capabilityLinks')
    .set({ usedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'invitation')
    .where('subjectId', '=', userId)
    .where(isOpenLink)
    .execute();
}

interface Answer {
  acceptedAt?: ReturnType<typeof sql<Date>>;
  declinedAt: ReturnType<typeof sql<Date>> | null;
  name?: ReturnType<typeof sql<string>>;
}

async function answer(tx: Tx, { tenantId, userId }: InvitedMember, values: Answer): Promise<boolean> {
  await claim(tx, { tenantId, userId });
  const { numUpdatedRows } = await tx
    .updateTable('memberships')
    .set(values)
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('acceptedAt', 'is', null)
    .where('isTerminated', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
