import * as z from 'zod';
import { pathOf } from '../../../shared/pages.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import { issuePasswordLink } from '../../identity/password-links.ts';
import { claim, withClaims } from '../../platform/db/transactions.ts';
import { type Letter, layOut, oneLine, questionsTo } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';

const DAYS = 7;

/** The link is made here, so that only its hash is ever stored. A user who has a password needs none. */
export const mailInvitation = defineMailJob({
  name: 'mail invitation',
  payload: z.object({ tenantId: z.uuid(), userId: z.string().transform(BigInt) }),
  make: ({ db, publicOrigin }, { tenantId, userId }) =>
    withClaims(db, { tenantId, userId }, async (tx) => {
      const invited = await tx
        .selectFrom('memberships as m')
        .innerJoin('users as user', 'user.id', 'm.userId')
        .innerJoin('tenants as tenant', 'tenant.id', 'm.tenantId')
        .innerJoin('syndicates as s', (join) =>
          join.onRef('s.tenantId', '=', 'm.tenantId').onRef('s.id', '=', 'm.syndicateId'),
        )
        .select([
          'user.email',
          'user.name',
          'user.passwordHash',
          'tenant.name as tenantName',
          'tenant.supportEmail',
          's.name as syndicateName',
        ])
        .where('m.tenantId', '=', tenantId)
        .where('m.userId', '=', userId)
        .where('m.isTerminated', '=', false)
        .executeTakeFirst();
      if (!invited) return null;
      await claim(tx, { userId });
      const origin = await originOfTenant(tx, tenantId, publicOrigin);
      const link =
        invited.passwordHash === null
          ? await issuePasswordLink(tx, {
              userId,
              publicOrigin,
              tenantId,
              invitedTo: tenantId,
              seconds: DAYS * 24 * 60 * 60,
            })
          : null;
      return { to: invited.email, ...layOut(letterTo(invited, origin, link)) };
    }),
});

interface Invited {
  email: string;
  name: string;
  tenantName: string;
  supportEmail: string;
  syndicateName: string;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

function letterTo(
  { email, name, tenantName, supportEmail, syndicateName }: Invited,
  origin: string,
  link: { url: string; expiresAt: Date } | null,
): Letter {
  const opening = [
    `Hello ${oneLine(name)},`,
    `${tenantName} invites you to its syndicate portal, where you see the deals, payouts and reports of ${syndicateName}.`,
  ];
  const closing = [questionsTo(supportEmail)];
  const subject = oneLine(`Your access to the portal of ${tenantName}`);
  if (!link) {
    return {
      subject,
      closing,
      paragraphs: [...opening, `Sign in as ${email} with the password that you have already.`],
      action: { label: 'Sign in', url: `${origin}${pathOf('signIn')}` },
    };
  }
  return {
    subject,
    closing,
    paragraphs: [
      ...opening,
      `Choose your password first. You then sign in as ${email}. The link works once, until ${day.format(link.expiresAt)}.`,
    ],
    action: { label: 'Choose your password', url: link.url },
  };
}

export const userJobs = [mailInvitation];
