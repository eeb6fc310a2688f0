import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { revokeTickets } from './capabilities.ts';
import { endSessions } from './end-sessions.ts';
import { withdrawInvitations } from './invitations.ts';
import { type OpenTenant, openTenants } from './open-tenants.ts';
import { spendPasswordLinks } from './password-links.ts';

interface MemberOfTenant {
  tenantId: string;
  userId: bigint;
}

/**
 * Closes this tenant's portal to a user: the membership, the tickets and the invitations. Expects the lock of the user. Somebody who
 * has not accepted the invitation has no session here, and those elsewhere are not this tenant's to end. Returns how many sessions
 * ended.
 */
export async function endMembership(
  tx: Tx,
  { tenantId, userId }: MemberOfTenant,
  isAccepted: boolean,
): Promise<number> {
  await tx
    .updateTable('memberships')
    .set({ isTerminated: true })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .execute();
  await withdrawInvitations(tx, { tenantId, userId });
  await revokeTickets(tx, tenantId, userId);
  return isAccepted ? endSessionsHere(tx, tenantId, userId) : 0;
}

async function endSessionsHere(tx: Tx, tenantId: string, userId: bigint): Promise<number> {
  const isElsewhere = (await openTenantsOf(tx, tenantId, userId)).some(({ id }) => id !== tenantId);
  // A link that the user asked for is for the whole account, so it stays if another funder's portal does.
  if (!isElsewhere) await spendPasswordLinks(tx, { userId });
  const which = { userId, ...(isElsewhere && { onlyTenantId: tenantId }) };
  return endSessions(tx, which, 'account closed');
}

/**
 * All tenants whose portals the account has access to. Leaves the user's claim on the transaction, in addition to the given
 * tenant's.
 */
export async function openTenantsOf(tx: Tx, tenantId: string, userId: bigint): Promise<OpenTenant[]> {
  await claim(tx, { userId });
  await forgetTenant(tx);
  const tenants = await openTenants(tx);
  await claim(tx, { tenantId });
  return tenants;
}
