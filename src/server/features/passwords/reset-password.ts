import { sql } from 'kysely';
import type { Deps } from '../../app.ts';
import { claim, withClaims } from '../../db/transactions.ts';
import { Refusal } from '../../errors.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { auditInEachTenant, openTenants } from '../../identity/open-tenants.ts';
import { requireAcceptable } from '../../identity/password-policy.ts';
import { hashToken } from '../../identity/tokens.ts';
import { addJob } from '../../jobs/jobs.ts';
import { mailPasswordNotice } from './passwords.jobs.ts';

export async function isResetLinkOpen({ db }: Pick<Deps, 'db'>, token: string): Promise<boolean> {
  const credential = hashToken(token);
  return withClaims(
    db,
    { credential },
    async (tx) => {
      const reset = await tx
        .selectFrom('passwordResets')
        .select('userId')
        .where('tokenHash', '=', credential)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', sql<Date>`now()`)
        .executeTakeFirst();
      return reset !== undefined;
    },
    { readOnly: true },
  );
}

/** The link is used up by the same transaction that sets the password: of many at once, one succeeds. */
export async function resetPassword(
  { db, passwords }: Pick<Deps, 'db' | 'passwords'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  if (!(await isResetLinkOpen({ db }, token))) throw new Refusal('link_expired');
  requireAcceptable(newPassword);
  const passwordHash = await passwords.hash(newPassword);
  const credential = hashToken(token);
  await withClaims(db, { credential }, async (tx) => {
    const presented = await tx
      .selectFrom('passwordResets')
      .select('userId')
      .where('tokenHash', '=', credential)
      .executeTakeFirst();
    if (!presented) throw new Refusal('link_expired');
    const { userId } = presented;
    await claim(tx, { userId });
    const { numUpdatedRows } = await tx
      .updateTable('passwordResets')
      .set({ usedAt: sql<Date>`now()` })
      .where('tokenHash', '=', credential)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('link_expired');
    // Whoever had asked for more than one link is done with the others as well.
    await tx
      .updateTable('passwordResets')
      .set({ usedAt: sql<Date>`now()` })
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute();
    await tx
      .updateTable('users')
      .set({ passwordHash, mustChangePassword: false })
      .where('id', '=', userId)
      .execute();
    await endSessions(tx, { userId }, 'password reset');
    await addJob(tx, mailPasswordNotice, { userId: userId.toString() });
    await auditInEachTenant(tx, await openTenants(tx), {
      actorId: userId,
      action: 'password reset',
      subject: `user ${userId}`,
    });
  });
}
