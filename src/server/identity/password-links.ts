import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { hashToken, newToken } from './tokens.ts';

interface NewPasswordLink {
  userId: bigint;
  seconds: number;
  origin: string;
  /** The tenant whose invitation it is. */
  invitedTo?: string;
}

/**
 * The address under which a user chooses a password, once and for a time. Expects the user's claim. Only the token's hash is
 * kept, so this is done by the job that mails the address.
 */
export async function issuePasswordLink(
  tx: Tx,
  { userId, seconds, origin, invitedTo }: NewPasswordLink,
): Promise<{ url: string; expiresAt: Date }> {
  const token = newToken();
  const expires = Math.floor(Date.now() / 1000) + seconds;
  await tx
    .insertInto('passwordResets')
    .values({
      ...{ tokenHash: hashToken(token), userId, invitedTo: invitedTo ?? null },
      expiresAt: sql<Date>`to_timestamp(${expires})`,
    })
    .execute();
  const url = `${origin}/reset_password_view?id=${token}&expires=${expires}`;
  return { url, expiresAt: new Date(expires * 1000) };
}
