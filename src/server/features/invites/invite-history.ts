import type { INVITE_EVENTS } from '../../../shared/contract/invites.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

interface OfInvite {
  id: bigint;
}

interface Entry {
  id: bigint;
  event: (typeof INVITE_EVENTS)[number];
  happenedAt: string;
}

/** The history of an invite, oldest first: its creation, under its own id, and everything that happened since. */
export async function readHistory(tx: Tx, tenantId: string, { id: inviteId }: OfInvite): Promise<Entry[]> {
  const { createdAt } = await tx
    .selectFrom('participationInvites')
    .select('createdAt')
    .where('tenantId', '=', tenantId)
    .where('id', '=', inviteId)
    .executeTakeFirstOrThrow();
  const noted = await tx
    .selectFrom('inviteHistory')
    .select(['id', 'event', 'happenedAt'])
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .orderBy('happenedAt')
    .orderBy('id')
    .execute();
  return [
    { id: inviteId, event: 'invited', happenedAt: createdAt.toISOString() },
    ...noted.map(({ id, event, happenedAt }) => ({
      id,
      event,
      happenedAt: happenedAt.toISOString(),
    })),
  ];
}

/** Refuses a history entry that does not belong to the invite. */
export async function requireEntry(
  tx: Tx,
  tenantId: string,
  invite: OfInvite,
  historyId: bigint,
): Promise<void> {
  const history = await readHistory(tx, tenantId, invite);
  if (!history.some(({ id }) => id === historyId)) throw new Refusal('not_found');
}
