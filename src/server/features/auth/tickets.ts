import { redeemCapability, tenantOfLink } from '../../identity/capabilities.ts';
import type { CheckedCredential } from '../../identity/credential-version.ts';
import type { Database } from '../../platform/db/database.ts';
import { claim, withTenant } from '../../platform/db/transactions.ts';

/**
 * Uses a sign-in ticket up, and reads the version of its user's password: a ticket is worth nothing after the next password, as
 * is everything that was issued before it. Null when the ticket can no longer be used.
 */
export async function redeemTicket(
  db: Database,
  ticket: string,
): Promise<(CheckedCredential & { tenantId: string; issuer: string | null }) | null> {
  const tenantId = tenantOfLink(ticket);
  if (!tenantId) return null;
  return withTenant(db, tenantId, async (tx) => {
    const redeemed = await redeemCapability(tx, 'sign-in ticket', ticket);
    if (!redeemed) return null;
    const { subjectId: userId, issuer } = redeemed;
    await claim(tx, { userId });
    const { credentialVersion } = await tx
      .selectFrom('users')
      .select('credentialVersion')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { userId, credentialVersion, tenantId, issuer };
  });
}
