import * as z from 'zod';
import { maskEmail } from '../../shared/domain/masked-email.ts';
import { layOut } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';

/** Goes to all members and to the old and the new addresses. No address is in it in full. */
export const mailCcNotice = defineMailJob({
  name: 'mail CC notice',
  payload: z.object({
    to: z.string(),
    syndicateName: z.string(),
    oldAddresses: z.array(z.string()),
    newAddresses: z.array(z.string()),
  }),
  async make(_deps, { to, syndicateName, oldAddresses, newAddresses }) {
    const letter = layOut({
      subject: 'Your CC addresses were changed',
      paragraphs: [
        `Copies of the Nightly Syndication Report of ${syndicateName} now go to ${inWords(newAddresses)}. Before, they went to ${inWords(oldAddresses)}.`,
        'If it was not you, please tell your funder at once.',
      ],
    });
    return { to, ...letter };
  },
});

const inWords = (addresses: readonly string[]): string =>
  addresses.length === 0 ? 'nobody' : addresses.map(maskEmail).join(', ');
