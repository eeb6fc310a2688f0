import { sql } from 'kysely';
import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { mailEsignNotice } from './esign-notice.jobs.ts';
import { addressesOfSyndicate } from './members.queries.ts';

export interface Redirection {
  syndicateId: bigint;
  syndicateName: string;
  oldAddress: string;
  newAddress: string;
  by: Pick<AuditEvent, 'actorId' | 'operator'>;
  /** Who hears of it beside the two addresses. */
  alsoTo?: string;
}

/**
 * A syndicate's mail about money goes elsewhere from now on: the trail tells of it, and the old address hears of it as well. Where
 * it is the funder's doing the syndicate's people hear of it too: moved twice, no address on file would be theirs any more.
 */
export async function redirectEsignMail(
  tx: Tx,
  tenantId: string,
  { syndicateId, syndicateName, oldAddress, newAddress, by, alsoTo }: Redirection,
): Promise<void> {
  await tx
    .updateTable('syndicates')
    .set({
      esignEmail: newAddress,
      previousEsignEmail: oldAddress,
      esignEmailChangedAt: sql<Date>`now()`,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .execute();
  await recordAudit(tx, { ...by, action: 'e-sign email changed', subject: `syndicate ${syndicateId}` });
  const people = by.actorId === null ? await addressesOfSyndicate(tx, tenantId, syndicateId) : [];
  const readers = distinctAddresses([oldAddress, newAddress, ...(alsoTo ? [alsoTo] : []), ...people]);
  await addJobs(
    tx,
    mailEsignNotice,
    readers.filter(isMailAddress).map((to) => ({ to, syndicateName, oldAddress, newAddress })),
  );
}
