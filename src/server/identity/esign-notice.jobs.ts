import * as z from 'zod';
import { maskEmail } from '../../shared/domain/masked-email.ts';
import { layOut } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';

/** Goes to the old and the new address. Neither sees the other in full. */
export const mailEsignNotice = defineMailJob({
  name: 'mail e-sign notice',
  payload: z.object({
    to: z.string(),
    syndicateName: z.string(),
    oldAddress: z.string(),
    newAddress: z.string(),
  }),
  async make(_deps, { to, syndicateName, oldAddress, newAddress }) {
    const letter = layOut({
      subject: 'Your e-sign address was changed',
      paragraphs: [
        `Schedule A and the Nightly Syndication Report of ${syndicateName} now go to ${maskEmail(newAddress)} instead of ${maskEmail(oldAddress)}.`,
        'If it was not you, please tell your funder at once.',
      ],
    });
    return { to, ...letter };
  },
});
