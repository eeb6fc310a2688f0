import type { Deps } from '../../app.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { requireAcceptable } from '../../identity/password-policy.ts';
import { addJob } from '../../jobs/jobs.ts';
import { mailPasswordNotice } from './passwords.jobs.ts';

interface PasswordChange {
  oldPassword: string;
  newPassword: string;
}

export async function changePassword(
  tx: Tx,
  { passwords }: Pick<Deps, 'passwords'>,
  { userId, sessionId }: Caller,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { passwordHash: current } = await tx
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await passwords.matches(oldPassword, current))) throw new Refusal('old_password_wrong');
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC'))
    throw new Refusal('password_unchanged');
  requireAcceptable(newPassword);
  const passwordHash = await passwords.hash(newPassword);
  await tx
    .updateTable('users')
    .set({ passwordHash, mustChangePassword: false })
    .where('id', '=', userId)
    .execute();
  await endSessions(tx, { userId, except: sessionId }, 'password change');
  await addJob(tx, mailPasswordNotice, { userId: userId.toString() });
  await recordAudit(tx, { actorId: userId, action: 'password changed', subject: `user ${userId}` });
}
