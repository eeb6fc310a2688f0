import type { Deps } from '../deps.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';

export interface PasswordAgain {
  password: string;
  address: string;
}

/**
 * An open session is not enough to change how a user signs in. Wrong passwords count as failed sign-ins, and they also
 * count for the session itself, so that a thief of the session gains nothing by changing the network address.
 */
export async function requirePassword(
  tx: Tx,
  { passwords, throttle }: Pick<Deps, 'passwords' | 'throttle'>,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  { password, address }: PasswordAgain,
  refusal: 'password_wrong' | 'old_password_wrong' = 'password_wrong',
): Promise<void> {
  const { loginName, passwordHash } = await tx
    .selectFrom('users')
    .select(['loginName', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const attempt = { loginName, address, knownDevice: hashToken(sessionId) };
  await throttle.reserve(attempt);
  if (!(await passwords.matches(password, passwordHash)))
    throw (await throttle.failed(attempt)) ?? new Refusal(refusal);
  await throttle.halfSucceeded(attempt);
}
