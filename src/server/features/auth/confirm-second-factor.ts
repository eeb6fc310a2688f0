import { sql } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import { countedSession } from '../../access/counted-session.ts';
import { noteShownFactor } from '../../access/fresh-factor.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { cancelResetOf } from '../../identity/factor-resets.ts';
import { assertionOptions } from '../../identity/passkeys.ts';
import { mailSecondFactorNotice } from '../../identity/second-factor.jobs.ts';
import { hasSecondFactor } from '../../identity/second-factors.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { noteFailedSignIn } from './failed-sign-ins.jobs.ts';
import { type Proof, redeem } from './second-step.ts';

const CHALLENGE_SECONDS = 5 * 60;

/** Returns what the browser needs to ask for a passkey in this session. Each challenge replaces the previous one. */
export async function askForPasskeyAgain(tx: Tx, { userId, sessionId }: Caller, site: Site) {
  const options = await assertionOptions(tx, userId, site);
  await tx
    .updateTable('sessions')
    .set({
      passkeyChallenge: options.challenge,
      passkeyChallengeUntil: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .where('id', '=', sessionId)
    .execute();
  return options;
}

interface Shown {
  proof: Proof;
  address: string;
  site: Site;
}

/**
 * Somebody who is signed in shows their second factor again. Wrong ones count like those at sign-in, and also against the
 * session, so that a stolen session cannot try codes from many addresses.
 */
export async function confirmSecondFactor(
  inTransaction: InTransaction<Caller>,
  deps: Pick<Deps, 'db' | 'throttle' | 'encryption'>,
  { proof, address, site }: Shown,
): Promise<void> {
  const { onlyTenantId, ...account } = await inTransaction(readAccount, { readOnly: true });
  const { userId } = account;
  const attempt = await deps.throttle.begin({ ...account, address });
  await attempt.reserveCode({ userId, onlyTenantId });
  // Uses a separate transaction, so that a challenge stays used up whatever happens next.
  const webauthnChallenge = proof.method === 'passkey' ? await inTransaction(takeChallenge) : null;

  const isShown = await inTransaction(async (tx, caller) => {
    if (!(await redeem(tx, deps, { userId, proof, webauthnChallenge, site }))) return false;
    await noteShownFactor(tx, caller);
    if (proof.method === 'recovery')
      await addJob(tx, mailSecondFactorNotice, { userId: userId.toString(), what: 'recovery code used' });
    await recordAudit(tx, {
      actorId: userId,
      action: 'second factor confirmed',
      subject: `session ${caller.sessionId}`,
      details: { secondFactor: proof.method },
    });
    await cancelResetOf(tx, userId);
    return true;
  });
  if (!isShown) {
    const lock = await attempt.failed();
    await noteFailedSignIn(deps, { userId, failedAt: 'second factor', isLocked: lock !== null });
    throw lock ?? new Refusal('second_factor_wrong');
  }
  await attempt.codeSucceeded({ userId, onlyTenantId });
}

async function readAccount(tx: Tx, caller: Caller) {
  const { userId } = caller;
  if (!(await hasSecondFactor(tx, userId))) throw new Refusal('second_factor_missing');
  const { loginName } = await tx
    .selectFrom('users')
    .select('loginName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const onlyTenantId = caller.isOfOneTenant ? caller.tenantId : null;
  return { userId, loginName, knownDevice: countedSession(caller), onlyTenantId };
}

async function takeChallenge(tx: Tx, { sessionId }: Caller): Promise<string | null> {
  const session = await tx
    .selectFrom('sessions')
    .select(['passkeyChallenge', sql<boolean>`passkey_challenge_until > now()`.as('isInTime')])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('sessions')
    .set({ passkeyChallenge: null, passkeyChallengeUntil: null })
    .where('id', '=', sessionId)
    .execute();
  return session.isInTime ? session.passkeyChallenge : null;
}
