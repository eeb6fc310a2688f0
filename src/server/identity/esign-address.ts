import { sql } from 'kysely';
import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { mailEsignNotice } from './esign-notice.jobs.ts';
import { addressesOfSyndicate } from './members.queries.ts';

export interface EsignAddressChange {
  syndicateId: bigint;
  syndicateName: string;
  oldAddress: string;
  newAddress: string;
  by: Pick<AuditEvent, 'actorId' | 'operator'>;
  /** Who else is notified, besides the old and the new address. */
  alsoTo?: string;
}

/**
 * Changes where a syndicate's mail about money goes. The change is in the audit trail, and the old address is notified as
 * well. If the funder made the change, the syndicate's users are notified too, because after two changes neither address
 * on file might be theirs.
 */
export async function changeEsignAddress(
  tx: Tx,
  tenantId: string,
  { syndicateId, syndicateName, oldAddress, newAddress, by, alsoTo }: EsignAddressChange,
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
