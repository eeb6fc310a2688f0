import * as z from 'zod';
import { maskedNumber, type SettledBecause } from '../../shared/domain/bank-account.ts';
import { pathWithToken } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import { issueCapability } from '../identity/capabilities.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type Letter, layOut } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { mailMoment } from '../platform/mail/moment-in-words.ts';

/** `entered`: the funder's import has put a first account on file. */
const NEWS = ['requested', 'cancelled', 'applied', 'entered'] as const;
export type BankNotice = (typeof NEWS)[number];

export const bankNoticePayload = z.object({
  tenantId: z.uuid(),
  changeId: z.string().transform(BigInt),
  news: z.enum(NEWS),
  to: z.string(),
});

/** Each address gets its own link. It is made here, so that only its hash is ever stored. */
export const mailBankNotice = defineMailJob({
  name: 'mail bank notice',
  payload: bankNoticePayload,
  async make({ db, publicOrigin }, { tenantId, changeId, news, to }) {
    const letter = await withTenant(db, tenantId, async (tx) => {
      const change = await readChange(tx, tenantId, changeId);
      if (news === 'cancelled') return letterOnCancelling(change);
      if (news === 'applied') return letterOnApplying(change);
      if (news === 'entered') return letterOnEntering(change);
      // The change was cancelled or replaced while the mail was waiting. That has its own mail.
      if (change.state !== 'pending') return null;
      const { token } = await issueCapability(tx, tenantId, {
        kind: 'bank change',
        subjectId: change.id,
        seconds: Math.max(1, (change.takesEffectAt.getTime() - Date.now()) / 1000),
        issuedBy: null,
      });
      const origin = await originOfTenant(tx, tenantId, publicOrigin);
      return letterOnRequest(change, `${origin}${pathWithToken('bankChange', token)}`);
    });
    return letter && { to, ...layOut(letter) };
  },
});

type Change = Awaited<ReturnType<typeof readChange>>;

const readChange = (tx: Tx, tenantId: string, changeId: bigint) =>
  tx
    .selectFrom('bankAccountChanges as change')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
    )
    .select([
      'change.id',
      'change.bankName',
      'change.accountNumberLast4',
      'change.routingNumberLast4',
      'change.takesEffectAt',
      'change.state',
      'change.requestedBy',
      'change.settledBecause',
      's.name as syndicateName',
    ])
    .where('change.tenantId', '=', tenantId)
    .where('change.id', '=', changeId)
    .executeTakeFirstOrThrow();

const accountOf = ({ bankName, accountNumberLast4, routingNumberLast4 }: Change) =>
  `${bankName}, account ${maskedNumber(accountNumberLast4)}, routing number ${maskedNumber(routingNumberLast4)}`;

/** A change without a requesting user comes from the funder's import. */
const isFunders = ({ requestedBy }: Change) => requestedBy === null;

const letterOnRequest = (change: Change, url: string): Letter => ({
  subject: 'Your bank account is about to change',
  paragraphs: [
    isFunders(change)
      ? `Your funder has another bank account on file for the payouts of ${change.syndicateName}: ${accountOf(change)}.`
      : `Somebody signed in to the syndicate portal has asked for the payouts of ${change.syndicateName} to go to another bank account: ${accountOf(change)}.`,
    `This takes effect on ${mailMoment(change.takesEffectAt)}. Until then payouts go where they went before.`,
    isFunders(change)
      ? 'If it is not yours, cancel the change now; you need not sign in for it. Then tell your funder.'
      : 'If it was not you, cancel the change now; you need not sign in for it. Then change your password and tell your funder.',
  ],
  action: { label: 'Cancel the change', url },
});

/** What the mail says about a cancelled change. Whoever cancelled it in the portal or by link needs no reason. */
const WHY: Readonly<Record<SettledBecause, readonly string[]>> = {
  member: [],
  link: [],
  operator: ['Your funder has cancelled the change.'],
  'no longer a member': ['Whoever had asked for the change no longer belongs to the syndicate.'],
  'account closed': ['Your funder has closed the account of whoever had asked for the change.'],
  'password change': ['It was cancelled because the password of whoever had asked for it was changed.'],
  'password reset': ['It was cancelled because the password of whoever had asked for it was reset.'],
  'ended by user': ['It was cancelled because whoever had asked for it has ended other sessions since.'],
  'token reuse': [
    'It was cancelled because a session of whoever had asked for it was used by somebody else.',
  ],
  'second factor added': [
    'It was cancelled because whoever had asked for it has added a second factor since.',
  ],
  'second factor reset': [
    'It was cancelled because the second factor of whoever had asked for it was reset since.',
  ],
  'second factor removed': [
    'It was cancelled because whoever had asked for it has removed a second factor since.',
  ],
};

const letterOnCancelling = (change: Change): Letter => ({
  subject: 'The change of your bank account was cancelled',
  paragraphs: [
    `The payouts of ${change.syndicateName} will not go to ${accountOf(change)}. They go where they went before.`,
    ...(change.settledBecause === null ? [] : WHY[change.settledBecause]),
    isFunders(change)
      ? 'Your funder had asked for the change: please tell them which account is right.'
      : 'If it was not you who asked for the change, change your password and tell your funder.',
  ],
});

const letterOnApplying = (change: Change): Letter => ({
  subject: 'Your bank account was changed',
  paragraphs: [
    `From now on the payouts of ${change.syndicateName} go to ${accountOf(change)}.`,
    isFunders(change)
      ? 'Your funder has put this account on file. If it is not yours, please tell them at once.'
      : 'If it was not you, please tell your funder at once.',
  ],
});

const letterOnEntering = (change: Change): Letter => ({
  subject: 'Your bank account was entered',
  paragraphs: [
    `Your funder entered the bank account for the payouts of ${change.syndicateName}: ${accountOf(change)}. There was none before.`,
    'If it is not yours, tell your funder at once.',
  ],
});
