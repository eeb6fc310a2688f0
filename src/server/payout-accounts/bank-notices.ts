import { addressesToNotify } from '../identity/notified-addresses.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { type BankNotice, mailBankNotice } from './bank-notices.jobs.ts';

interface Change {
  tenantId: string;
  changeId: bigint;
}

/**
 * Notifies the syndicate's members and every address of the last thirty days. It claims the list of members, so it must come
 * last.
 */
export async function notifyOfBankChange(
  tx: Tx,
  { tenantId, changeId }: Change,
  news: BankNotice,
): Promise<void> {
  const { syndicateId } = await tx
    .selectFrom('bankAccountChanges')
    .select('syndicateId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow();
  const readers = await addressesToNotify(tx, tenantId, syndicateId);
  await addJobs(
    tx,
    mailBankNotice,
    readers.map((to) => ({ tenantId, changeId: changeId.toString(), news, to })),
  );
}
