import type { Deps } from '../deps.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import type { InTransaction } from './own-transactions.ts';

export interface PasswordAgain {
  password: string;
  address: string;
}

/**
 * An open session alone must not be enough to change how a user signs in. Wrong passwords count as failed sign-ins and also
 * against the session, so that a stolen session gains nothing from a new network address. The password is checked between
 * transactions. What it allows happens in a transaction that identifies the caller again, because a changed password ends the
 * sessions of the old one. Returns the hash that the password was checked against.
 */
export async function requirePassword(
  inTransaction: InTransaction<Caller>,
  { passwords, throttle }: Pick<Deps, 'passwords' | 'throttle'>,
  { password, address }: PasswordAgain,
  refusal: 'password_wrong' | 'old_password_wrong' = 'password_wrong',
): Promise<string | null> {
  const { passwordHash, sessionId, ...account } = await inTransaction(readAccount, { readOnly: true });
  const attempt = await throttle.begin({ ...account, address, knownDevice: hashToken(sessionId) });
  await attempt.reserve();
  if (!(await passwords.matches(password, passwordHash)))
    throw (await attempt.failed()) ?? new Refusal(refusal);
  await attempt.halfSucceeded();
  return passwordHash;
}

async function readAccount(tx: Tx, { userId, sessionId }: Caller) {
  const user = await tx
    .selectFrom('users')
    .select(['loginName', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...user, userId, sessionId };
}
