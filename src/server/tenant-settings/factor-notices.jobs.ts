import * as z from 'zod';
import { withTenant } from '../platform/db/transactions.ts';
import { layOut, oneLine } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';

export const mailFactorNoLongerRequired = defineMailJob({
  name: 'mail that no factor is required',
  payload: z.object({ tenantId: z.uuid(), to: z.string(), operator: z.string() }),
  async make({ db }, { tenantId, to, operator }) {
    const { name } = await withTenant(db, tenantId, (tx) =>
      tx.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow(),
    );
    const letter = layOut({
      subject: oneLine(`${name} no longer requires a second factor`),
      paragraphs: [
        `Investors can now sign in to the portal of ${name} with their password alone, unless they have set up a second factor themselves.`,
        `This was changed by ${operator}.`,
        'If it was not meant, turn it on again and revoke the token that changed it: portal tenant set … --requires-second-factor on.',
      ],
    });
    return { to, ...letter };
  },
});

export const tenantJobs = [mailFactorNoLongerRequired];
