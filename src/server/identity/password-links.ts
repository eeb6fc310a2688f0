import { sql } from 'kysely';
import { pathWithToken } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import { hashToken, newToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { isAccepted, membershipsOf } from './open-tenants.ts';

interface NewPasswordLink {
  userId: bigint;
  seconds: number;
  publicOrigin: string;
  /** The tenant in whose name the user asked for the link or was invited. */
  tenantId: string | null;
  /** The tenant that sends the invitation. */
  invitedTo?: string;
}

/**
 * The address at which a user can choose a password, once and for a limited time. Expects the user's claim on the
 * transaction, and leaves no tenant claimed. Only the hash of the token is stored, so the link is made by the job that
 * mails it.
 */
export async function issuePasswordLink(
  tx: Tx,
  { userId, seconds, publicOrigin, tenantId, invitedTo }: NewPasswordLink,
): Promise<{ url: string; expiresAt: Date }> {
  const token = newToken();
  const expires = Math.floor(Date.now() / 1000) + seconds;
  await tx
    .insertInto('passwordResets')
    .values({
      tokenHash: hashToken(token),
      userId,
      invitedTo: invitedTo ?? null,
      expiresAt: sql<Date>`to_timestamp(${expires})`,
    })
    .execute();
  const origin = await originFor(tx, tenantId, publicOrigin);
  const url = `${origin}${pathWithToken('resetPassword', token, `?expires=${expires}`)}`;
  return { url, expiresAt: new Date(expires * 1000) };
}

/**
 * Uses up the links at which a user could choose a password, or only a tenant's invitations. Expects the user's claim on the
 * transaction.
 */
export async function spendPasswordLinks(
  tx: Tx,
  { userId, invitedTo }: { userId: bigint; invitedTo?: string },
): Promise<void> {
  await tx
    .updateTable('passwordResets')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .$if(invitedTo !== undefined, (query) => query.where('invitedTo', '=', invitedTo ?? ''))
    .execute();
}

/**
 * A password gives access to every portal of its user, and a tenant controls where its own host name leads. So a link
 * uses a tenant's host name only if the user belongs to that tenant and has accepted no other's invitation.
 */
async function originFor(tx: Tx, tenantId: string | null, publicOrigin: string): Promise<string> {
  await forgetTenant(tx);
  if (tenantId === null) return publicOrigin;
  const memberships = (await membershipsOf(tx)).filter((one) => one.id === tenantId || isAccepted(one));
  const isTheirOnly = memberships.length > 0 && memberships.every(({ id }) => id === tenantId);
  if (!isTheirOnly) return publicOrigin;
  await claim(tx, { tenantId });
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  await forgetTenant(tx);
  return origin;
}
