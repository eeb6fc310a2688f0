import type { Investor } from '../../access/caller.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { requireEntry } from './invite-history.ts';
import { findInvite, type Invite } from './invites.queries.ts';

/** The invite that a request claims to answer. */
export interface ClaimedInvite {
  dealId: bigint;
  syndicateId: bigint;
  inviteId?: bigint | null | undefined;
  /** Any entry of the invite's history, because addresses of the older portal use those. */
  historyId?: bigint | null | undefined;
}

/** The invite that is being answered. Users can answer only for their own syndicate, even managers who view another. */
export async function findInviteToAnswer(
  tx: Tx,
  caller: Investor,
  { dealId, syndicateId, inviteId, historyId }: ClaimedInvite,
): Promise<Invite> {
  if (syndicateId !== caller.syndicateId) throw new Refusal('not_your_invite');
  const invite = await findInvite(tx, caller, { dealId });
  if (inviteId != null && inviteId !== invite.id) throw new Refusal('not_found');
  if (historyId != null) await requireEntry(tx, caller.tenantId, invite, historyId);
  return invite;
}
