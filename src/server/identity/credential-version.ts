import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** A password or a ticket that was found right, and the version of the user's password that was read with it. */
export interface CheckedCredential {
  userId: bigint;
  credentialVersion: number;
}

/**
 * Locks the user's account until the transaction ends, and returns the version of its password. Whoever opens something for a
 * user and whoever ends something of one take this lock first, so that one of them comes after the other and sees what it did.
 * Expects the user's claim on the transaction.
 */
export const lockUser = (tx: Tx, userId: bigint): Promise<{ credentialVersion: number }> =>
  tx
    .selectFrom('users')
    .select('credentialVersion')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Refuses a password that was right when it was checked and has been changed or reset since. Locks the account. */
export async function requireSameCredential(
  tx: Tx,
  { userId, credentialVersion }: CheckedCredential,
  refusal:
    | 'invalid_credentials'
    | 'password_wrong'
    | 'old_password_wrong'
    | 'sign_in_expired'
    | 'link_expired',
): Promise<void> {
  const now = await lockUser(tx, userId);
  if (now.credentialVersion !== credentialVersion) throw new Refusal(refusal);
}
