import * as z from 'zod';
import { withClaims } from '../../platform/db/transactions.ts';
import { layOut } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';
import { mailMoment } from '../../platform/mail/moment-in-words.ts';

/** Tells a person that somebody has signed in as them in a browser that had not been used for it. Nobody can switch it off. */
export const mailNewDevice = defineMailJob({
  name: 'mail new device',
  payload: z.object({ userId: z.string().transform(BigInt), signedInAt: z.iso.datetime() }),
  async make({ db }, { userId, signedInAt }) {
    const user = await withClaims(db, { userId }, (tx) =>
      tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst(),
    );
    if (!user) return null;
    const letter = layOut({
      subject: 'A sign-in from a new browser',
      paragraphs: [
        `Somebody signed in to your account at the syndicate portal on ${mailMoment(new Date(signedInAt))}, in a browser that had not been used for it before.`,
        'If it was you, there is nothing to do. A browser that forgets its cookies counts as new each time.',
        'If it was not you, please change your password at once, which ends all other sessions, and tell your funder.',
      ],
    });
    return { to: user.email, ...letter };
  },
});
