import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { lockUser, requireSameCredential } from '../../identity/credential-version.ts';
import { cancelResetOf } from '../../identity/factor-resets.ts';
import { wayInto } from '../../identity/open-tenants.ts';
import { assertionOptions, redeemAssertion } from '../../identity/passkeys.ts';
import { redeemRecoveryCode } from '../../identity/recovery-codes.ts';
import { mailSecondFactorNotice } from '../../identity/second-factor.jobs.ts';
import { type Device, onlyTenantOf } from '../../identity/sessions.ts';
import { vouchesSince } from '../../identity/single-sign-on.ts';
import { redeemTotpCode } from '../../identity/totp.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim, forgetTenant, withClaims } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { noteFailedSignIn } from './failed-sign-ins.jobs.ts';
import { findKnownDevice, hashOfDevice } from './known-devices.ts';
import { openSession, requireOpenTenants, type SignedIn } from './open-session.ts';
import { closeChallenge, keepWebauthnChallenge, readChallenge, takeTry } from './sign-in-challenges.ts';

type StepDeps = Pick<Deps, 'db' | 'throttle' | 'encryption'>;
type Assertion = Parameters<typeof redeemAssertion>[2]['assertion'];
export type Proof =
  | { method: 'totp' | 'recovery'; code: string }
  | { method: 'passkey'; assertion: Assertion };

interface Visitor {
  deviceToken: string | undefined;
  rememberedToken: string | undefined;
  device: Device;
  site: Site;
}

/** Returns what the browser needs to ask for a passkey. Each challenge replaces the previous one. */
export async function askForPasskey({ db }: StepDeps, challengeToken: string, site: Site) {
  const credential = hashToken(challengeToken);
  return withClaims(db, { credential }, async (tx) => {
    const { userId } = await readChallenge(tx, credential);
    const options = await assertionOptions(tx, userId, site);
    await keepWebauthnChallenge(tx, credential, options.challenge);
    return options;
  });
}

/**
 * Opens the session after the second factor, which the password alone could not. Wrong proofs count as failures of the
 * account.
 */
export async function finishSignIn(
  deps: StepDeps,
  { challengeToken, ...proof }: Proof & { challengeToken: string },
  { deviceToken, rememberedToken, device, site }: Visitor,
): Promise<SignedIn> {
  const { db, throttle } = deps;
  const credential = hashToken(challengeToken);
  const { codeOwner, visit } = await withClaims(
    db,
    { credential },
    async (tx) => {
      const challenge = await readChallenge(tx, credential);
      const knownDevice = await findKnownDevice(tx, deviceToken, challenge.userId);
      const { userId, loginName, onlyTenantId } = challenge;
      return {
        codeOwner: { userId, onlyTenantId },
        visit: { userId, loginName, address: device.address, knownDevice },
      };
    },
    { readOnly: true },
  );
  const { userId } = codeOwner;
  const attempt = await throttle.begin(visit);
  await attempt.reserveCode(codeOwner);
  // Uses a separate transaction, so that the attempt stays counted whatever happens next.
  const { webauthnChallenge, credentialVersion, openedAt, ...entry } = await withClaims(
    db,
    { userId, credential },
    (tx) => takeTry(tx, credential),
  );

  const session = await withClaims(db, { userId, credential }, async (tx) => {
    // Locked first, as everybody does who ends something of the user.
    if (credentialVersion === null) await lockUser(tx, userId);
    else await requireSameCredential(tx, { userId, credentialVersion }, 'sign_in_expired');
    if (!(await redeem(tx, deps, { userId, proof, webauthnChallenge, site }))) return null;
    await closeChallenge(tx, credential);
    if (proof.method === 'recovery')
      await addJob(tx, mailSecondFactorNotice, { userId: userId.toString(), what: 'recovery code used' });
    await cancelResetOf(tx, userId);
    if (entry.isSingleSignOn) await requireSameProvider(tx, entry.onlyTenantId, openedAt);
    const tenants = await requireOpenTenants(tx, {
      onlyTenantId: onlyTenantOf(entry, site),
      way: wayInto(entry),
    });
    const { method: secondFactor } = proof;
    return openSession(tx, {
      userId,
      tenants,
      presentedDevice: hashOfDevice(deviceToken),
      rememberedToken,
      device,
      site,
      ...entry,
      secondFactor,
    });
  });
  if (!session) {
    const lock = await attempt.failed();
    await noteFailedSignIn(deps, { userId, failedAt: 'second factor', isLocked: lock !== null });
    throw lock ?? new Refusal('second_factor_wrong');
  }
  await attempt.codeSucceeded(codeOwner);
  return session;
}

/** A tenant that has changed or removed its provider meanwhile takes the word of the one before no more. */
async function requireSameProvider(tx: Tx, tenantId: string | null, openedAt: Date): Promise<void> {
  if (tenantId === null) throw new Refusal('sign_in_expired');
  await claim(tx, { tenantId });
  if (!(await vouchesSince(tx, tenantId, { since: openedAt }))) throw new Refusal('sign_in_expired');
  await forgetTenant(tx);
}

interface Shown {
  userId: bigint;
  proof: Proof;
  webauthnChallenge: string | null;
  site: Site;
}

/** Whether the proof shows a second factor of the user. What can be used once is used up. */
export async function redeem(
  tx: Tx,
  { encryption }: Pick<StepDeps, 'encryption'>,
  { userId, proof, webauthnChallenge: expectedChallenge, site }: Shown,
): Promise<boolean> {
  switch (proof.method) {
    case 'totp':
      return redeemTotpCode(tx, encryption, userId, proof.code);
    case 'recovery':
      return redeemRecoveryCode(tx, userId, proof.code);
    case 'passkey':
      if (expectedChallenge === null) return false;
      return redeemAssertion(tx, userId, { assertion: proof.assertion, expectedChallenge, site });
  }
}
