import * as z from 'zod';
import { pathWithToken } from '../../shared/pages.ts';
import type { Tx } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';
import { type Letter, layOut, oneLine, questionsTo } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { greeting } from '../platform/mail/mailed-names.ts';
import { issueCapability } from './capabilities.ts';
import { bookOfGuestInWords } from './guest-words.ts';
import { INVITATION_DAYS } from './invitations.ts';
import { issuePasswordLink } from './password-links.ts';

const SECONDS = INVITATION_DAYS * 24 * 60 * 60;

/** The link is made here, so that only its hash is ever stored. */
export const mailInvitation = defineMailJob({
  name: 'mail invitation',
  payload: z.object({ tenantId: z.uuid(), userId: z.string().transform(BigInt) }),
  make: ({ db, publicOrigin }, { tenantId, userId }) =>
    withClaims(db, { tenantId, userId }, async (tx) => {
      const found = await tx
        .selectFrom('memberships as m')
        .innerJoin('users as user', 'user.id', 'm.userId')
        .innerJoin('tenants as tenant', 'tenant.id', 'm.tenantId')
        .leftJoin('syndicates as s', (join) =>
          join.onRef('s.tenantId', '=', 'm.tenantId').onRef('s.id', '=', 'm.syndicateId'),
        )
        .select([
          'user.email',
          'm.name',
          'm.role',
          'user.passwordHash',
          'tenant.name as tenantName',
          'tenant.supportEmail',
          's.name as syndicateName',
        ])
        .where('m.tenantId', '=', tenantId)
        .where('m.userId', '=', userId)
        .where('m.isTerminated', '=', false)
        .where('m.acceptedAt', 'is', null)
        .executeTakeFirst();
      if (!found) return null;
      const guestOf = found.role === 'guest' ? await bookOfGuestInWords(tx, { tenantId, userId }) : null;
      // The access has ended since the investor asked for the mail.
      if (found.role === 'guest' && guestOf === null) return null;
      const invited = { ...found, guestOf };
      const key = { tenantId, userId, publicOrigin };
      const letter =
        invited.passwordHash === null
          ? letterWithPassword(
              invited,
              await issuePasswordLink(tx, { ...key, invitedTo: tenantId, seconds: SECONDS }),
            )
          : letterWithQuestion(invited, await issueInvitation(tx, key));
      return { to: invited.email, ...layOut(letter) };
    }),
});

interface Key {
  tenantId: string;
  userId: bigint;
  publicOrigin: string;
}

interface Link {
  url: string;
  expiresAt: Date;
}

/**
 * The address at which somebody who has an account accepts or declines. It is at the portal's own host name: a tenant controls where
 * its host name leads, and could otherwise answer in place of whoever opens the link.
 */
async function issueInvitation(tx: Tx, { tenantId, userId, publicOrigin }: Key): Promise<Link> {
  const asked = { kind: 'invitation', subjectId: userId, seconds: SECONDS, issuedBy: null } as const;
  const { token, expiresAt } = await issueCapability(tx, tenantId, asked);
  return { url: `${publicOrigin}${pathWithToken('invitation', token)}`, expiresAt };
}

interface Invited {
  email: string;
  name: string | null;
  tenantName: string;
  supportEmail: string;
  /** Null for somebody who works for the funder. */
  syndicateName: string | null;
  /** What a guest will see, and until when; null for everybody else. */
  guestOf: string | null;
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

const letterTo = ({ name, tenantName, supportEmail, syndicateName, guestOf }: Invited) => ({
  subject: oneLine(`Your access to the portal of ${tenantName}`),
  opening: [
    greeting(name),
    guestOf !== null
      ? `${guestOf} You read them in the syndicate portal of ${tenantName}, and set up a second factor when you first sign in.`
      : syndicateName === null
        ? `${tenantName} invites you to its desk, where its own people run the syndicate portal. You set up a second factor when you first sign in.`
        : `${tenantName} invites you to its syndicate portal, where you see the deals, payouts and reports of ${syndicateName}.`,
  ],
  closing: [questionsTo(supportEmail)],
});

function letterWithPassword(invited: Invited, { url, expiresAt }: Link): Letter {
  const { subject, opening, closing } = letterTo(invited);
  return {
    subject,
    closing,
    paragraphs: [
      ...opening,
      `Choose your password first. You then sign in as ${invited.email}. The link works once, until ${day.format(expiresAt)}.`,
    ],
    action: { label: 'Choose your password', url },
  };
}

function letterWithQuestion(invited: Invited, { url, expiresAt }: Link): Letter {
  const { subject, opening, closing } = letterTo(invited);
  return {
    subject,
    closing,
    paragraphs: [
      ...opening,
      `You can accept or decline. If you accept, you sign in as ${invited.email} with the password that you have already. Until then ${invited.tenantName} learns nothing about your account. The link works once, until ${day.format(expiresAt)}.`,
    ],
    action: { label: 'Answer the invitation', url },
  };
}

export const invitationJobs = [mailInvitation];
