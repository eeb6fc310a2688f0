import type { Caller } from '../../access/caller.ts';
import { forgetShownFactors, noteShownFactor, requireFreshFactor } from '../../access/fresh-factor.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { cancelRequestsOfOthers } from '../../identity/end-with-sessions.ts';
import { cancelResetOf } from '../../identity/factor-resets.ts';
import { removeRecoveryCodes, renewRecoveryCodes } from '../../identity/recovery-codes.ts';
import { mailSecondFactorNotice, type SecondFactorNotice } from '../../identity/second-factor.jobs.ts';
import {
  isRequiredBySomeTenant,
  lockSecondFactors,
  readSecondFactors,
} from '../../identity/second-factors.ts';
import { type AuditEvent, recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

/**
 * Begins a change of the caller's factors. The session and its factor are checked again under the lock, because another session
 * may have added the first factor and ended this one in the meantime. Returns the factors as they are now.
 */
export async function lockOwnFactors(tx: Tx, caller: Caller) {
  const factors = await lockSecondFactors(tx, caller.userId);
  await requireFreshFactor(tx, caller);
  return factors;
}

/**
 * Runs after a factor was added, under the lock. The first factor creates recovery codes and ends the sessions that were
 * opened without a second factor. Returns the codes, or null.
 */
export async function factorAdded(
  tx: Tx,
  caller: Caller,
  before: { count: number },
  what: Extract<SecondFactorNotice, `${string} added`>,
): Promise<string[] | null> {
  const { userId, sessionId } = caller;
  const isFirst = before.count === 0;
  // Whoever adds a factor has just shown it.
  await noteShownFactor(tx, { sessionId });
  if (isFirst) await endSessions(tx, { userId, except: sessionId }, 'second factor added');
  const recoveryCodes = isFirst ? await renewRecoveryCodes(tx, userId) : null;
  await tell(tx, caller, 'second factor added', what);
  await cancelRequestsOfOthers(tx, whoseOf(caller), 'second factor added');
  return recoveryCodes;
}

/** Runs after a factor was removed, under the lock. Undoes the removal if it was the last one and a tenant requires one. */
export async function factorRemoved(
  tx: Tx,
  caller: Caller,
  what: Extract<SecondFactorNotice, `${string} removed`>,
): Promise<void> {
  const { userId, tenantId } = caller;
  const { count } = await readSecondFactors(tx, userId);
  if (count === 0) {
    if (await isRequiredBySomeTenant(tx, tenantId)) throw new Refusal('second_factor_is_last');
    await removeRecoveryCodes(tx, userId);
  }
  await tell(tx, caller, 'second factor removed', what);
  await cancelRequestsOfOthers(tx, whoseOf(caller), 'second factor removed');
}

/** Replaces the recovery codes, under the lock, and returns the new ones. */
export async function replaceRecoveryCodes(tx: Tx, caller: Caller): Promise<string[]> {
  const { userId } = caller;
  const recoveryCodes = await renewRecoveryCodes(tx, userId);
  await tell(tx, caller, 'recovery codes renewed', 'recovery codes renewed');
  return recoveryCodes;
}

const whoseOf = ({ userId, sessionId, isOfOneTenant, tenantId }: Caller) => ({
  userId,
  sessionId,
  onlyTenantId: isOfOneTenant ? tenantId : null,
});

/**
 * Ends what rested on the factors as they were, and tells of the change. The sessions come before the audit trail, as when somebody
 * signs out. It leaves no tenant claimed.
 */
async function tell(
  tx: Tx,
  caller: Caller,
  action: AuditEvent['action'],
  what: SecondFactorNotice,
): Promise<void> {
  const { userId } = caller;
  await forgetShownFactors(tx, caller);
  await addJob(tx, mailSecondFactorNotice, { userId: userId.toString(), what });
  await recordAudit(tx, { actorId: userId, action, subject: `user ${userId}`, details: { what } });
  await cancelResetOf(tx, userId, 'second factor changed');
}
