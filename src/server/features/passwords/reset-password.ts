import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { lockUser } from '../../identity/credential-version.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { endWithOldPassword } from '../../identity/end-with-sessions.ts';
import { acceptInvitation, noteInvitationOpened } from '../../identity/invitations.ts';
import { namesOfUser } from '../../identity/names-of-user.ts';
import { auditInEachTenant, openTenants } from '../../identity/open-tenants.ts';
import { requireAcceptablePassword } from '../../identity/password-policy.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { claim, forgetTenant, withClaims } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { mailPasswordNotice } from './passwords.jobs.ts';

export interface OpenLink {
  userId: bigint;
  /** The address that the link was sent to. */
  email: string;
  /** The name of the inviting tenant; null when the user asked for the link. */
  invitedBy: string | null;
  /** The inviting tenant itself. */
  invitedTo: string | null;
}

/** Returns null when the link is unknown, expired or used. */
export async function readResetLink({ db }: Pick<Deps, 'db'>, token: string): Promise<OpenLink | null> {
  const credential = hashToken(token);
  return withClaims(
    db,
    { credential },
    async (tx) => {
      const reset = await tx
        .selectFrom('passwordResets')
        .select(['userId', 'invitedTo'])
        .where('tokenHash', '=', credential)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', sql<Date>`now()`)
        .executeTakeFirst();
      if (!reset) return null;
      const { userId, invitedTo } = reset;
      await claim(tx, { userId, ...(invitedTo !== null && { tenantId: invitedTo }) });
      const { email } = await tx
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const tenant =
        invitedTo === null
          ? undefined
          : await tx.selectFrom('tenants').select('name').where('id', '=', invitedTo).executeTakeFirst();
      return { userId, email, invitedBy: tenant?.name ?? null, invitedTo };
    },
    { readOnly: true },
  );
}

/** The link as whoever opens its page presents it. The first look at an invitation is noted for the funder who sent it. */
export async function openResetLink(deps: Pick<Deps, 'db'>, token: string): Promise<OpenLink | null> {
  const link = await readResetLink(deps, token);
  if (link === null || link.invitedTo === null) return link;
  const invited = { tenantId: link.invitedTo, userId: link.userId };
  await withClaims(deps.db, invited, (tx) => noteInvitationOpened(tx, invited));
  return link;
}

/** The same transaction uses up the link and sets the password, so only one of several concurrent requests succeeds. */
export async function resetPassword(
  { db, face, passwords, throttle }: Pick<Deps, 'db' | 'face' | 'passwords' | 'throttle'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<OpenLink> {
  const link = await readResetLink({ db }, token);
  if (!link) throw new Refusal('link_expired');
  requireAcceptablePassword(newPassword, await namesOfUser({ db, face }, link.userId));
  const passwordHash = await passwords.hash(newPassword);
  const credential = hashToken(token);
  await withClaims(db, { credential }, async (tx) => {
    const presented = await tx
      .selectFrom('passwordResets')
      .select(['userId', 'invitedTo'])
      .where('tokenHash', '=', credential)
      .executeTakeFirst();
    if (!presented) throw new Refusal('link_expired');
    const { userId, invitedTo } = presented;
    await claim(tx, { userId });
    await lockUser(tx, userId);
    const { numUpdatedRows } = await tx
      .updateTable('passwordResets')
      .set({ usedAt: sql<Date>`now()` })
      .where('tokenHash', '=', credential)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('link_expired');
    const { email, loginName } = await tx
      .updateTable('users')
      .set({ passwordHash, mustChangePassword: false })
      .where('id', '=', userId)
      .returning(['email', 'loginName'])
      .executeTakeFirstOrThrow();
    await endSessions(tx, { userId }, 'password reset');
    if (invitedTo !== null) await acceptInvitation(tx, { tenantId: invitedTo, userId });
    await forgetTenant(tx);
    // A user who was just invited needs no notice that there is a password now.
    if (link.invitedBy === null) await addJob(tx, mailPasswordNotice, { userId: userId.toString() });
    await auditInEachTenant(tx, await openTenants(tx), {
      actorId: userId,
      action: link.invitedBy === null ? 'password reset' : 'invitation accepted',
      subject: `user ${userId}`,
    });
    await endWithOldPassword(tx, { userId }, 'password reset');
    // The link proved that the mailbox is theirs, so a user who was locked out with the old password can sign in with the new
    // one.
    await throttle.unlock({ userId, names: [email, loginName] });
  });
  return link;
}
