import { sql } from 'kysely';
import { distinctAddresses, isSameAddresses } from '../../shared/domain/mail-address.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { mailCcNotice } from './cc-notice.jobs.ts';
import { mailEsignNotice } from './esign-notice.jobs.ts';
import { addressesToNotify, formerAddresses } from './notified-addresses.ts';

/** Where a syndicate's mail about money goes. */
export interface MailAddresses {
  esignEmail: string;
  ccEmails: readonly string[];
}

export interface MailRedirection {
  syndicateId: bigint;
  syndicateName: string;
  before: MailAddresses;
  after: MailAddresses;
  by: Pick<AuditEvent, 'actorId' | 'operator'>;
}

export const isRedirected = (before: MailAddresses, after: MailAddresses): boolean =>
  before.esignEmail !== after.esignEmail || !isSameAddresses(before.ccEmails, after.ccEmails);

/** Every former address is told of every change, so a user may not add to them without end. */
const MOST_FORMER_ADDRESSES = 40;

/**
 * Changes where a syndicate's mail about money goes, if it changes. The old and the new addresses are in the audit trail, and all
 * members and every address of the last thirty days are notified. It must come last in its transaction, because it claims the list
 * of members.
 */
export async function changeMailAddresses(
  tx: Tx,
  tenantId: string,
  { syndicateId, syndicateName, before, after, by }: MailRedirection,
): Promise<void> {
  if (!isRedirected(before, after)) return;
  const isEsignChanged = before.esignEmail !== after.esignEmail;
  const isCcChanged = !isSameAddresses(before.ccEmails, after.ccEmails);
  await tx
    .updateTable('syndicates')
    .set({
      ccEmails: distinctAddresses(after.ccEmails),
      ...(isEsignChanged && {
        esignEmail: after.esignEmail,
        // Read by the previous version of the server, which may still be running.
        previousEsignEmail: before.esignEmail,
        esignEmailChangedAt: sql<Date>`now()`,
      }),
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .execute();
  const former = await formerAddresses(tx, tenantId, syndicateId);
  if (by.actorId !== null && former.length > MOST_FORMER_ADDRESSES)
    throw new Refusal('addresses_changed_often');
  const subject = `syndicate ${syndicateId}`;
  if (isEsignChanged) {
    const details = changesBetween({ esignEmail: before.esignEmail }, { esignEmail: after.esignEmail });
    await recordAudit(tx, { ...by, action: 'e-sign email changed', subject, details });
  }
  if (isCcChanged) {
    const details = changesBetween({ ccEmails: before.ccEmails }, { ccEmails: after.ccEmails });
    await recordAudit(tx, { ...by, action: 'CC emails changed', subject, details });
  }
  const readers = await addressesToNotify(tx, tenantId, syndicateId);
  if (isEsignChanged) {
    const [oldAddress, newAddress] = [before.esignEmail, after.esignEmail];
    const notices = readers.map((to) => ({ to, syndicateName, oldAddress, newAddress }));
    await addJobs(tx, mailEsignNotice, notices);
  }
  if (isCcChanged) {
    const [oldAddresses, newAddresses] = [[...before.ccEmails], distinctAddresses(after.ccEmails)];
    const notices = readers.map((to) => ({ to, syndicateName, oldAddresses, newAddresses }));
    await addJobs(tx, mailCcNotice, notices);
  }
}
