import type { Caller } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { endWithOldPassword } from '../../identity/end-with-sessions.ts';
import { namesOfUser } from '../../identity/names-of-user.ts';
import { requireAcceptablePassword } from '../../identity/password-policy.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { mailPasswordNotice } from './passwords.jobs.ts';

interface PasswordChange {
  userId: bigint;
  oldPassword: string;
  newPassword: string;
  /** The new password, typed again. */
  confirmation?: string | undefined;
  address: string;
  /** Of the browser, if it has signed in before. */
  deviceToken: string | undefined;
}

export async function changePassword(
  inTransaction: InTransaction<Caller>,
  deps: Pick<Deps, 'db' | 'face' | 'passwords' | 'throttle'>,
  { userId, oldPassword, newPassword, confirmation = newPassword, address, deviceToken }: PasswordChange,
): Promise<void> {
  const again = { password: oldPassword, address };
  const afterPassword = await requirePassword(inTransaction, deps, again, 'old_password_wrong');
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC'))
    throw new Refusal('password_unchanged');
  if (confirmation !== newPassword) throw new Refusal('passwords_differ');
  requireAcceptablePassword(newPassword, await namesOfUser(deps, userId));
  const passwordHash = await deps.passwords.hash(newPassword);
  // Of two concurrent changes, the second one is refused here, because its old password is no longer right.
  await afterPassword(async (tx, { sessionId }) => {
    await tx
      .updateTable('users')
      .set({ passwordHash, mustChangePassword: false })
      .where('id', '=', userId)
      .execute();
    await endSessions(tx, { userId, except: sessionId }, 'password change');
    await addJob(tx, mailPasswordNotice, { userId: userId.toString() });
    await recordAudit(tx, { actorId: userId, action: 'password changed', subject: `user ${userId}` });
    await endWithOldPassword(tx, { userId, sessionId, deviceToken }, 'password change');
  });
}
