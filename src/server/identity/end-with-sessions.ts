import { cancelChangesOfUser } from '../payout-accounts/cancel-changes-of-user.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { revokeTickets } from './capabilities.ts';
import { membershipsOf } from './open-tenants.ts';
import { spendPasswordLinks } from './password-links.ts';

interface Whose {
  userId: bigint;
  /** The session in which it happens, if it is one of the user's. */
  sessionId?: string;
  /** A session that is limited to one tenant changes nothing in another. */
  onlyTenantId?: string | null;
}

type Reason =
  | 'ended by user'
  | 'token reuse'
  | 'second factor added'
  | 'second factor removed'
  | 'second factor reset';

/**
 * What a user's response to a theft ends besides sessions: the pending changes of a bank account that other sessions asked for, in
 * each of the user's tenants. It claims tenants, so it must come last.
 */
export function cancelRequestsOfOthers(
  tx: Tx,
  { userId, sessionId, onlyTenantId = null }: Whose,
  reason: Reason,
): Promise<void> {
  // The operator resets a factor, a day before this happens.
  const by = { actorId: reason === 'second factor reset' ? null : userId };
  return inEachTenant(tx, userId, onlyTenantId, (tenantId) =>
    cancelChangesOfUser(tx, { tenantId, userId, exceptOf: sessionId }, reason, by),
  );
}

/**
 * What a new password ends besides sessions: the links at which another one could be chosen, the tickets that replace a password,
 * and the requests of other sessions. All of these were made while somebody else may have known the old one. For the same reason
 * every device but the given one is a stranger again: a known device may try passwords beyond the account's own limit. It claims
 * tenants, so it must come last.
 */
export async function endWithOldPassword(
  tx: Tx,
  { userId, sessionId, deviceToken }: Omit<Whose, 'onlyTenantId'> & { deviceToken?: string | undefined },
  reason: 'password change' | 'password reset',
): Promise<void> {
  await spendPasswordLinks(tx, { userId });
  await tx
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', hashToken(deviceToken ?? ''))
    .execute();
  await inEachTenant(tx, userId, null, async (tenantId) => {
    await revokeTickets(tx, tenantId, userId);
    await cancelChangesOfUser(tx, { tenantId, userId, exceptOf: sessionId }, reason, { actorId: userId });
  });
}

/** Works in each tenant of the user, with its claim. */
export async function inEachTenant(
  tx: Tx,
  userId: bigint,
  onlyTenantId: string | null,
  work: (tenantId: string) => Promise<void>,
): Promise<void> {
  await claim(tx, { userId });
  await forgetTenant(tx);
  for (const { id: tenantId } of await membershipsOf(tx, onlyTenantId)) {
    await claim(tx, { tenantId });
    await work(tenantId);
  }
}
