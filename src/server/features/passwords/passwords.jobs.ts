import * as z from 'zod';
import { claim, withClaims } from '../../db/transactions.ts';
import { auditInEachTenant, openTenants } from '../../identity/open-tenants.ts';
import { issuePasswordLink } from '../../identity/password-links.ts';
import { layOut } from '../../integrations/mail-layout.ts';
import { defineJob } from '../../jobs/jobs.ts';

export const RESET_LINK_SECONDS = 30 * 60;

/**
 * Whether the address is anybody's is found out here and not while the visitor waits. The token is made
 * here too, so that it is never stored except as a hash.
 */
export const mailResetLink = defineJob({
  name: 'mail reset link',
  payload: z.object({ email: z.string() }),
  async run({ db, mailer, publicOrigin }, { email }) {
    const sent = await withClaims(db, { loginName: email }, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'email'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (!user) return null;
      const { id: userId, email: to } = user;
      await claim(tx, { userId });
      const { url } = await issuePasswordLink(tx, { userId, seconds: RESET_LINK_SECONDS, publicOrigin });
      await auditInEachTenant(tx, await openTenants(tx), {
        ...{ actorId: null, action: 'reset link sent', subject: `user ${userId}` },
      });
      return { to, url };
    });
    if (sent === null) return;
    const { to, url } = sent;
    const letter = layOut({
      subject: 'Choose a new password',
      paragraphs: [
        'You asked for a link to choose a new password for the syndicate portal. It works once, for 30 minutes.',
        'If it was not you, nothing has changed and you can delete this mail.',
      ],
      action: { label: 'Choose a new password', url },
    });
    await mailer.send({ to, ...letter });
  },
});

export const mailPasswordNotice = defineJob({
  name: 'mail password notice',
  payload: z.object({ userId: z.string() }),
  async run({ db, mailer }, { userId }) {
    const id = BigInt(userId);
    const user = await withClaims(db, { userId: id }, (tx) =>
      tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst(),
    );
    if (!user) return;
    const letter = layOut({
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account at the syndicate portal was just changed, and your other sessions were ended.',
        'If it was not you, please tell your funder at once.',
      ],
    });
    await mailer.send({ to: user.email, ...letter });
  },
});

export const passwordJobs = [mailResetLink, mailPasswordNotice];
