import * as z from 'zod';
import { pathWithToken } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { type Letter, layOut } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { mailMoment } from '../platform/mail/moment-in-words.ts';
import { issueCapability } from './capabilities.ts';

const NEWS = ['requested', 'cancelled', 'done'] as const;
export type FactorResetNotice = (typeof NEWS)[number];

/** Each address gets its own link. It is made here, so that only its hash is ever stored. */
export const mailFactorResetNotice = defineMailJob({
  name: 'mail second factor reset notice',
  payload: z.object({
    tenantId: z.uuid(),
    resetId: z.string().transform(BigInt),
    news: z.enum(NEWS),
    to: z.string(),
  }),
  async make({ db, publicOrigin }, { tenantId, resetId, news, to }) {
    const letter = await withTenant(db, tenantId, async (tx) => {
      const reset = await readReset(tx, tenantId, resetId);
      if (news === 'cancelled') return letterOnCancelling(reset);
      if (news === 'done') return letterOnReset(reset);
      // It was cancelled while the mail was waiting. That has its own mail.
      if (reset.state !== 'pending') return null;
      const { token } = await issueCapability(tx, tenantId, {
        kind: 'second factor reset',
        subjectId: resetId,
        seconds: Math.max(1, (reset.takesEffectAt.getTime() - Date.now()) / 1000),
        issuedBy: null,
      });
      const origin = await originOfTenant(tx, tenantId, publicOrigin);
      return letterOnRequest(reset, `${origin}${pathWithToken('factorReset', token)}`);
    });
    return letter && { to, ...layOut(letter) };
  },
});

type Reset = Awaited<ReturnType<typeof readReset>>;

async function readReset(tx: Tx, tenantId: string, resetId: bigint) {
  const reset = await tx
    .selectFrom('secondFactorResets as reset')
    .innerJoin('tenants as tenant', 'tenant.id', 'reset.tenantId')
    .select(['reset.userId', 'reset.state', 'reset.takesEffectAt', 'tenant.name as tenantName'])
    .where('reset.tenantId', '=', tenantId)
    .where('reset.id', '=', resetId)
    .executeTakeFirstOrThrow();
  await claim(tx, { userId: reset.userId });
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', reset.userId)
    .executeTakeFirstOrThrow();
  return { ...reset, email };
}

const letterOnRequest = ({ email, tenantName, takesEffectAt }: Reset, url: string): Letter => ({
  subject: 'Your second factor is about to be removed',
  paragraphs: [
    `${tenantName} was told that ${email} has lost the second factor of the syndicate portal, and will remove it.`,
    `This happens on ${mailMoment(takesEffectAt)}. From then on the password alone signs in, until a new second factor is set up.`,
    'If nobody of you asked for it, cancel it now; you need not sign in for it. Then tell your funder. Signing in with the second factor cancels it too.',
  ],
  action: { label: 'Keep the second factor', url },
});

const letterOnCancelling = ({ email }: Reset): Letter => ({
  subject: 'Your second factor stays',
  paragraphs: [
    `The second factor of ${email} at the syndicate portal is not removed: that was cancelled.`,
    'If you have lost it and somebody else cancelled this, please tell your funder.',
  ],
});

const letterOnReset = ({ email }: Reset): Letter => ({
  subject: 'Your second factor was removed',
  paragraphs: [
    `The second factor and the recovery codes of ${email} at the syndicate portal no longer work, and every session was ended. Sign in with the password and set up a new one.`,
    'If nobody of you asked for it, please tell your funder at once.',
  ],
});
