import type { Caller } from '../../access/caller.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { requireAcceptablePassword } from '../../identity/password-policy.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { mailPasswordNotice } from './passwords.jobs.ts';

interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  /** The new one, typed again. */
  confirmation?: string | undefined;
  address: string;
}

export async function changePassword(
  tx: Tx,
  deps: Pick<Deps, 'passwords' | 'throttle'>,
  caller: Caller,
  { oldPassword, newPassword, confirmation = newPassword, address }: PasswordChange,
): Promise<void> {
  await requirePassword(tx, deps, caller, { password: oldPassword, address }, 'old_password_wrong');
  const { userId, sessionId } = caller;
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC'))
    throw new Refusal('password_unchanged');
  if (confirmation !== newPassword) throw new Refusal('passwords_differ');
  requireAcceptablePassword(newPassword);
  const passwordHash = await deps.passwords.hash(newPassword);
  await tx
    .updateTable('users')
    .set({ passwordHash, mustChangePassword: false })
    .where('id', '=', userId)
    .execute();
  await endSessions(tx, { userId, except: sessionId }, 'password change');
  await addJob(tx, mailPasswordNotice, { userId: userId.toString() });
  await recordAudit(tx, { actorId: userId, action: 'password changed', subject: `user ${userId}` });
}
