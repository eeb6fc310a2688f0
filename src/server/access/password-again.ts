import type { Deps } from '../deps.ts';
import { requireSameCredential } from '../identity/credential-version.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import { countedSession } from './counted-session.ts';
import type { InTransaction } from './own-transactions.ts';

export interface PasswordAgain {
  password: string;
  address: string;
}

/**
 * An open session alone must not be enough to change how a user signs in. Wrong passwords count as failed sign-ins and also
 * against the session, so that a stolen session gains nothing from a new network address. The password is checked between
 * transactions, and may be changed or reset meanwhile. So what it allows happens in the transactions that are returned: each
 * identifies the caller again and refuses a password that is another by now.
 */
export async function requirePassword<Who extends Caller>(
  inTransaction: InTransaction<Who>,
  { passwords, throttle }: Pick<Deps, 'passwords' | 'throttle'>,
  { password, address }: PasswordAgain,
  refusal: 'password_wrong' | 'old_password_wrong' = 'password_wrong',
): Promise<InTransaction<Who>> {
  const { passwordHash, credentialVersion, knownDevice, ...account } = await inTransaction(readAccount, {
    readOnly: true,
  });
  // In line with those who sign in, all sessions of one account as one visitor, so that nobody can fill the line with sessions.
  const inLine = { ...account, address, knownDevice: hashToken(`user ${account.userId}`) };
  await throttle.inTurn(inLine, async () => {
    const attempt = await throttle.begin({ ...account, address, knownDevice });
    await attempt.reserve();
    if (!(await passwords.matches(password, passwordHash)))
      throw (await attempt.failed()) ?? new Refusal(refusal);
    await attempt.halfSucceeded();
  });
  return (work, options) =>
    inTransaction(async (tx, who) => {
      await requireSameCredential(tx, { userId: who.userId, credentialVersion }, refusal);
      return work(tx, who);
    }, options);
}

async function readAccount(tx: Tx, caller: Caller) {
  const { userId } = caller;
  const user = await tx
    .selectFrom('users')
    .select(['loginName', 'passwordHash', 'credentialVersion'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...user, userId, knownDevice: countedSession(caller) };
}
