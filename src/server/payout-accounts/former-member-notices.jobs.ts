import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type Letter, layOut, oneLine } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { mailMoment } from '../platform/mail/moment-in-words.ts';
import { bankNoticePayload } from './bank-notices.jobs.ts';

/**
 * Tells somebody who belonged to the syndicate until recently that its payouts go elsewhere. They no longer see the account, so the mail says
 * nothing of it, not even masked; and it has no link that cancels: whoever was rightly let go could stop every change with it. It is a job
 * of its own so that no worker of the previous version sends the other mail in its place.
 */
export const mailFormerMemberNotice = defineMailJob({
  name: 'mail bank notice to former member',
  payload: bankNoticePayload,
  async make({ db }, { tenantId, changeId, news, to }) {
    const change = await withTenant(db, tenantId, (tx) => readChange(tx, tenantId, changeId));
    if (news === 'requested') {
      // Cancelled or replaced while the mail was waiting. That has its own mail.
      return change.state === 'pending' ? { to, ...layOut(letterOnRequest(change)) } : null;
    }
    return { to, ...layOut(LETTERS[news](change)) };
  },
});

type Change = Awaited<ReturnType<typeof readChange>>;

const readChange = (tx: Tx, tenantId: string, changeId: bigint) =>
  tx
    .selectFrom('bankAccountChanges as change')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
    )
    .innerJoin('tenants as tenant', 'tenant.id', 'change.tenantId')
    .select([
      'change.takesEffectAt',
      'change.state',
      's.name as syndicateName',
      'tenant.name as funderName',
      'tenant.supportEmail',
    ])
    .where('change.tenantId', '=', tenantId)
    .where('change.id', '=', changeId)
    .executeTakeFirstOrThrow();

const WHY_TOLD = 'You are receiving this because you were one of its members in the portal until recently.';

/** An administrator could have changed the address that the funder's mails name, so the reader had better use a number of their own. */
const callThem = ({ funderName, supportEmail }: Change, when: string) =>
  `If you did not expect this, call ${funderName} ${when}, at a number that you know from before. Its address for questions is ${supportEmail}.`;

const letterOnRequest = (change: Change): Letter => ({
  subject: oneLine(`The bank account of ${change.syndicateName} is about to change`),
  paragraphs: [
    `The payouts of ${change.syndicateName} are to go to another bank account. This takes effect on ${mailMoment(change.takesEffectAt)}. Until then they go where they went before.`,
    WHY_TOLD,
    callThem(change, 'before then: it can stop the change'),
  ],
});

const letterOnApplying = (change: Change): Letter => ({
  subject: oneLine(`The bank account of ${change.syndicateName} was changed`),
  paragraphs: [
    `From now on the payouts of ${change.syndicateName} go to another bank account.`,
    WHY_TOLD,
    callThem(change, 'at once'),
  ],
});

const letterOnCancelling = ({ syndicateName }: Change): Letter => ({
  subject: oneLine(`The change of the bank account of ${syndicateName} was cancelled`),
  paragraphs: [
    `The payouts of ${syndicateName} will not go to another bank account. They go where they went before.`,
    WHY_TOLD,
  ],
});

const letterOnEntering = (change: Change): Letter => ({
  subject: oneLine(`The bank account of ${change.syndicateName} was entered`),
  paragraphs: [
    `The funder entered a bank account for the payouts of ${change.syndicateName}. There was none before.`,
    WHY_TOLD,
    callThem(change, 'at once'),
  ],
});

const LETTERS = { applied: letterOnApplying, entered: letterOnEntering, cancelled: letterOnCancelling };
