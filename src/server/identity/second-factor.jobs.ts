import * as z from 'zod';
import { withClaims } from '../db/transactions.ts';
import { layOut } from '../integrations/mail-layout.ts';
import { defineJob } from '../jobs/jobs.ts';

const SENTENCES = {
  'code app added': 'An app that makes sign-in codes was just added to your account at the syndicate portal.',
  'code app removed':
    'The app that makes sign-in codes was just removed from your account at the syndicate portal.',
  'passkey added': 'A passkey was just added to your account at the syndicate portal.',
  'passkey removed': 'A passkey was just removed from your account at the syndicate portal.',
  'recovery codes renewed':
    'New recovery codes were just made for your account at the syndicate portal. The older ones no longer work.',
  'recovery code used': 'A recovery code was just used to sign in to your account at the syndicate portal.',
};
export type SecondFactorNotice = keyof typeof SENTENCES;

export const mailSecondFactorNotice = defineJob({
  name: 'mail second factor notice',
  payload: z.object({
    userId: z.string(),
    what: z.enum(Object.keys(SENTENCES) as [SecondFactorNotice, ...SecondFactorNotice[]]),
  }),
  async run({ db, mailer }, { userId, what }) {
    const id = BigInt(userId);
    const user = await withClaims(db, { userId: id }, (tx) =>
      tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst(),
    );
    if (!user) return;
    const letter = layOut({
      subject: 'Your sign-in was changed',
      paragraphs: [SENTENCES[what], 'If it was not you, please tell your funder at once.'],
    });
    await mailer.send({ to: user.email, ...letter });
  },
});

export const secondFactorJobs = [mailSecondFactorNotice];
