import type { INVITE_EVENTS } from '../../../shared/contract/invites.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';

interface OfInvite {
  id: bigint;
}

/** What became of an invite, the oldest first. The tables write it themselves. */
export async function readHistory(tx: Tx, tenantId: string, invite: OfInvite) {
  const entries = await entriesOf(tx, tenantId, invite)
    .select(['id', 'event', 'happenedAt'])
    .orderBy('happenedAt')
    .orderBy('id')
    .execute();
  return entries.map(({ id, event, happenedAt }) => ({
    id,
    event: event as (typeof INVITE_EVENTS)[number],
    happenedAt: happenedAt.toISOString(),
  }));
}

/** Whatever an address or a request names as the invite's history has to be of that invite. */
export async function requireEntry(
  tx: Tx,
  tenantId: string,
  invite: OfInvite,
  historyId: bigint,
): Promise<void> {
  const entry = await entriesOf(tx, tenantId, invite)
    .select('id')
    .where('id', '=', historyId)
    .executeTakeFirst();
  if (!entry) throw new Refusal('not_found');
}

const entriesOf = (tx: Tx, tenantId: string, { id }: OfInvite) =>
  tx.selectFrom('inviteHistory').where('tenantId', '=', tenantId).where('inviteId', '=', id);
