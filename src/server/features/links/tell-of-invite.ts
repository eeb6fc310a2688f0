import { tell } from '../../notifications/tell.ts';
import { readToldInvite } from '../../notifications/told-invite.ts';
import type { Tx } from '../../platform/db/database.ts';
import { pathOfInvite } from './link-addresses.ts';
import type { Recipients } from './linked-pages.ts';

/** Tells the people of a syndicate that it is invited to a deal. Those to whose address the invite itself is mailed have that. */
export async function tellOfInvite(
  tx: Tx,
  tenantId: string,
  { inviteId, recipients }: { inviteId: bigint; recipients: Recipients | null },
): Promise<void> {
  const invite = await readToldInvite(tx, tenantId, inviteId);
  const { syndicateId, publicId, dealName, mid, syndicateName, funderName } = invite;
  await tell(tx, {
    tenantId,
    kind: 'new_deal',
    syndicateId,
    exceptAddresses: recipients ? [recipients.to, ...recipients.cc] : [],
    event: `invite ${inviteId}`,
    subject: `New deal: ${dealName} (MID ${mid})`,
    words: `${funderName} invites ${syndicateName} to take a share of ${dealName} before it is funded. Shares go to whoever accepts first.`,
    path: pathOfInvite('prefunding', publicId),
  });
}
