import { addressesOfSyndicate } from '../identity/members.queries.ts';
import { addressesToNotify, formerMembersToNotify } from '../identity/notified-addresses.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { type BankNotice, mailBankNotice } from './bank-notices.jobs.ts';
import { mailFormerMemberNotice } from './former-member-notices.jobs.ts';

interface Change {
  tenantId: string;
  changeId: bigint;
}

/**
 * Notifies the syndicate's members and every address of the last thirty days, and, by a mail of their own, whoever was a member in that time.
 * A first account that the funder enters redirects nothing: only people of the portal are notified, so that taking in a new book mails nobody.
 * It claims the list of members, so it must come last.
 */
export async function notifyOfBankChange(
  tx: Tx,
  { tenantId, changeId }: Change,
  news: BankNotice,
): Promise<void> {
  const change = await tx
    .selectFrom('bankAccountChanges')
    .select(['syndicateId', 'requestedAt'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow();
  const addressesFor = news === 'entered' ? addressesOfSyndicate : addressesToNotify;
  const readers = await addressesFor(tx, tenantId, change.syndicateId);
  const former = await formerMembersToNotify(tx, tenantId, change, readers);
  const noticeTo = (to: string) => ({ tenantId, changeId: changeId.toString(), news, to });
  await addJobs(tx, mailBankNotice, readers.map(noticeTo));
  await addJobs(tx, mailFormerMemberNotice, former.map(noticeTo));
}
