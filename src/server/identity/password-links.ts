import { sql } from 'kysely';
import { pathOf } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import { hashToken, newToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { membershipsOf } from './open-tenants.ts';

interface NewPasswordLink {
  userId: bigint;
  seconds: number;
  publicOrigin: string;
  /** Under whose name it was asked for, or who invites. */
  tenantId: string | null;
  /** The tenant whose invitation it is. */
  invitedTo?: string;
}

/**
 * The address under which a user chooses a password, once and for a time. Expects the user's claim, and leaves no tenant
 * claimed. Only the token's hash is kept, so this is done by the job that mails the address.
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
  const url = `${origin}${pathOf('resetPassword')}?id=${token}&expires=${expires}`;
  return { url, expiresAt: new Date(expires * 1000) };
}

/**
 * A password opens every portal of its person, and a tenant can lead its own name elsewhere. So a link leads to the name of a
 * tenant only for whoever belongs to that tenant and to no other.
 */
async function originFor(tx: Tx, tenantId: string | null, publicOrigin: string): Promise<string> {
  await forgetTenant(tx);
  if (tenantId === null) return publicOrigin;
  const memberships = await membershipsOf(tx);
  const isTheirOnly = memberships.length > 0 && memberships.every(({ id }) => id === tenantId);
  if (!isTheirOnly) return publicOrigin;
  await claim(tx, { tenantId });
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  await forgetTenant(tx);
  return origin;
}
