import type { Deps } from '../../deps.ts';
import type { CheckedCredential } from '../../identity/credential-version.ts';
import { hasSecondFactor } from '../../identity/second-factors.ts';
import type { Visit } from '../../identity/sign-in-throttle.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { noteFailedSignIn } from './failed-sign-ins.jobs.ts';
import { findKnownDevice } from './known-devices.ts';
import { renewHash } from './renew-hash.ts';

export type CredentialDeps = Pick<
  Deps,
  'db' | 'passwords' | 'peppers' | 'throttle' | 'captcha' | 'encryption'
>;

export interface Credentials {
  loginName: string;
  password: string;
  captcha: string;
  address: string;
  deviceToken: string | undefined;
}

export interface Account extends CheckedCredential {
  /** The login name as typed, case-folded. Null for a ticket, where nobody types one. */
  loginName: string | null;
}

/**
 * Finds the account that these credentials open. A name that does not exist goes through the same steps, at the same cost and
 * with the same count of failures, so that the answer does not reveal who has an account.
 */
export async function checkCredentials(deps: CredentialDeps, credentials: Credentials): Promise<Account> {
  if (!credentials.deviceToken) deps.throttle.requireRoom(credentials.address);
  const described = await describeVisit(deps, credentials);
  return deps.throttle.inTurn(described.visit, () => checkInTurn(deps, credentials, described));
}

async function checkInTurn(
  deps: CredentialDeps,
  credentials: Credentials,
  { user, visit }: Awaited<ReturnType<typeof describeVisit>>,
): Promise<Account> {
  const { passwords, throttle } = deps;
  const attempt = await throttle.begin(visit);
  // A name that is already locked uses up no captcha. The reservation then refuses with the catalog's message.
  if (attempt.secondsLocked <= 0) await requireCaptcha(deps, credentials);
  await attempt.reserve();

  const isMatch = await passwords.matches(credentials.password, user?.passwordHash);
  if (!user || !isMatch) {
    const lock = await attempt.failed();
    const { loginName } = visit;
    await noteFailedSignIn(deps, {
      userId: user?.id,
      loginName,
      failedAt: 'password',
      isLocked: lock !== null,
    });
    throw lock ?? new Refusal('invalid_credentials');
  }
  await renewHash(deps, user, credentials.password);
  // Somebody who has the password must not be able to reset the counter between two guesses at the second factor's code.
  const isHalfDone = await withClaims(deps.db, { userId: user.id }, (tx) => hasSecondFactor(tx, user.id), {
    readOnly: true,
  });
  await (isHalfDone ? attempt.halfSucceeded() : attempt.succeeded());
  const { id: userId, credentialVersion } = user;
  return { userId, credentialVersion, loginName: visit.loginName };
}

type Visitor = Pick<Credentials, 'loginName' | 'address' | 'deviceToken'>;

/** The number of seconds for which this visitor may not try that name. */
export async function secondsLocked(deps: Pick<Deps, 'db' | 'throttle'>, visitor: Visitor): Promise<number> {
  const { visit } = await describeVisit(deps, visitor);
  return Math.ceil((await deps.throttle.begin(visit)).secondsLocked);
}

async function describeVisit({ db }: Pick<Deps, 'db'>, { loginName: typed, address, deviceToken }: Visitor) {
  const loginName = typed.toLowerCase();
  const claims = { loginName, credential: hashToken(deviceToken ?? '') };
  return withClaims(
    db,
    claims,
    async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'passwordHash', 'credentialVersion'])
        .where((eb) => eb.or([eb('loginName', '=', loginName), eb('email', '=', loginName)]))
        .executeTakeFirst();
      const knownDevice = await findKnownDevice(tx, deviceToken, user?.id);
      const visit: Visit = { userId: user?.id, loginName, address, knownDevice };
      return { user, visit };
    },
    { readOnly: true },
  );
}

async function requireCaptcha(
  { captcha, throttle }: CredentialDeps,
  credentials: Credentials,
): Promise<void> {
  const verdict = await captcha.verify(credentials.captcha, credentials.address);
  if (verdict === 'failed') throw new Refusal('captcha_failed');
  if (verdict === 'unavailable') await throttle.reserveWithoutCaptcha(credentials.address);
}
