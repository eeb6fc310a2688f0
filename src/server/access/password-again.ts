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
 * A session left open is not enough to change how one signs in. Guesses count as failed sign-ins, and in the
 * session itself: whoever stole it gains nothing by moving to another address.
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
  const attempt = await throttle.begin({ loginName, address, knownDevice: hashToken(sessionId) });
  await attempt.reserve();
  if (!(await passwords.matches(password, passwordHash)))
    throw (await attempt.failed()) ?? new Refusal(refusal);
  await attempt.halfSucceeded();
}
