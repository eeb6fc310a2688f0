import * as z from 'zod';
import { pathOf } from '../../../shared/pages.ts';
import { bookOfGuestInWords } from '../../identity/guest-words.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { layOut, oneLine, questionsTo } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';
import { greeting } from '../../platform/mail/mailed-names.ts';

/** Tells somebody who is a guest at the funder already that another book is open to them. */
export const mailGuestNews = defineMailJob({
  name: 'mail guest news',
  payload: z.object({ tenantId: z.uuid(), guestId: z.string().transform(BigInt) }),
  make: ({ db, publicOrigin }, { tenantId, guestId }) =>
    withClaims(db, { tenantId, listsMembers: true }, async (tx) => {
      const guest = await tx
        .selectFrom('guests as g')
        .innerJoin('memberships as m', (join) =>
          join.onRef('m.tenantId', '=', 'g.tenantId').onRef('m.userId', '=', 'g.userId'),
        )
        .innerJoin('users as account', 'account.id', 'g.userId')
        .innerJoin('tenants as tenant', 'tenant.id', 'g.tenantId')
        .select(['g.userId', 'm.name', 'account.email', 'tenant.name as tenantName', 'tenant.supportEmail'])
        .where('g.tenantId', '=', tenantId)
        .where('g.id', '=', guestId)
        .where('m.isTerminated', '=', false)
        .executeTakeFirst();
      const words = guest && (await bookOfGuestInWords(tx, { tenantId, userId: guest.userId }, guestId));
      if (!guest || !words) return null;
      const letter = {
        subject: oneLine(`You are a guest of another syndicate at ${guest.tenantName}`),
        paragraphs: [
          greeting(guest.name),
          words,
          'You sign in as before, and choose the syndicate at the top of the page.',
        ],
        action: { label: 'Sign in', url: `${publicOrigin}${pathOf('signIn')}` },
        closing: [questionsTo(guest.supportEmail)],
      };
      return { to: guest.email, ...layOut(letter) };
    }),
});
