import * as z from 'zod';
import { withClaims } from '../platform/db/transactions.ts';
import { layOut } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';

const SENTENCES = {
  'code app added': 'An app that makes sign-in codes was just added to your account at the syndicate portal.',
  'code app removed':
    'The app that makes sign-in codes was just removed from your account at the syndicate portal.',
  'passkey added': 'A passkey was just added to your account at the syndicate portal.',
  'passkey removed': 'A passkey was just removed from your account at the syndicate portal.',
  'recovery codes renewed':
    'New recovery codes were just made for your account at the syndicate portal. The older ones no longer work.',
  'recovery code used': 'A recovery code was just used for your account at the syndicate portal.',
};
export type SecondFactorNotice = keyof typeof SENTENCES;

export const mailSecondFactorNotice = defineMailJob({
  name: 'mail second factor notice',
  payload: z.object({
    userId: z.string().transform(BigInt),
    what: z.enum(Object.keys(SENTENCES) as [SecondFactorNotice, ...SecondFactorNotice[]]),
  }),
  async make({ db }, { userId, what }) {
    const user = await withClaims(db, { userId }, (tx) =>
      tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst(),
    );
    if (!user) return null;
    const letter = layOut({
      subject: 'Your sign-in was changed',
      paragraphs: [SENTENCES[what], 'If it was not you, please tell your funder at once.'],
    });
    return { to: user.email, ...letter };
  },
});

export const secondFactorJobs = [mailSecondFactorNotice];
