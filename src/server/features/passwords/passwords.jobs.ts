import * as z from 'zod';
import { auditInEachTenant, openTenants } from '../../identity/open-tenants.ts';
import { issuePasswordLink } from '../../identity/password-links.ts';
import { claim, withClaims } from '../../platform/db/transactions.ts';
import { layOut } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';

export const RESET_LINK_SECONDS = 30 * 60;

/**
 * The job looks up whether the address belongs to anybody, so that the visitor's wait reveals nothing. It also creates the
 * token, so that only its hash is ever stored.
 */
export const mailResetLink = defineMailJob({
  name: 'mail reset link',
  payload: z.object({
    email: z.string(),
    /** The tenant on whose site the link was requested. */
    tenantId: z.nullish(z.uuid()),
    /** The network address of the request. */
    address: z.nullish(z.string()),
  }),
  async make({ db, publicOrigin }, { email, tenantId, address }) {
    const link = await withClaims(db, { loginName: email }, async (tx) => {
      const user = await tx
        .selectFrom('users')
        .select(['id', 'email'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (!user) return null;
      const { id: userId, email: to } = user;
      await claim(tx, { userId });
      const { url } = await issuePasswordLink(tx, {
        userId,
        seconds: RESET_LINK_SECONDS,
        publicOrigin,
        tenantId: tenantId ?? null,
      });
      await auditInEachTenant(tx, await openTenants(tx), {
        actorId: null,
        action: 'reset link sent',
        subject: `user ${userId}`,
        address: address ?? null,
      });
      return { to, url };
    });
    if (link === null) return null;
    const { to, url } = link;
    const letter = layOut({
      subject: 'Choose a new password',
      paragraphs: [
        'You asked for a link to choose a new password for the syndicate portal. It works once, for 30 minutes.',
        'If it was not you, nothing has changed and you can delete this mail.',
      ],
      action: { label: 'Choose a new password', url },
    });
    return { to, ...letter };
  },
});

export const mailPasswordNotice = defineMailJob({
  name: 'mail password notice',
  payload: z.object({ userId: z.string().transform(BigInt) }),
  async make({ db }, { userId }) {
    const user = await withClaims(db, { userId }, (tx) =>
      tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst(),
    );
    if (!user) return null;
    const letter = layOut({
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account at the syndicate portal was just changed, and your other sessions were ended.',
        'If it was not you, please tell your funder at once.',
      ],
    });
    return { to: user.email, ...letter };
  },
});

export const passwordJobs = [mailResetLink, mailPasswordNotice];
