import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { type FactorResetNotice, mailFactorResetNotice } from './factor-reset-notices.jobs.ts';
import { addressesToNotify } from './notified-addresses.ts';
import type { OpenTenant } from './open-tenants.ts';

interface Reset {
  tenantId: string;
  resetId: bigint;
  userId: bigint;
}

/**
 * Mails every known address of the person: that of the account, and all that the syndicates of the person have had in the last
 * thirty days. Whoever asked for the reset may already control one of them. It claims tenants, so it must come last.
 */
export async function notifyOfFactorReset(
  tx: Tx,
  { tenantId, resetId, userId }: Reset,
  memberships: readonly OpenTenant[],
  news: FactorResetNotice,
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const addresses = [email];
  for (const { id, syndicateId } of memberships) {
    if (syndicateId === null) continue;
    await claim(tx, { tenantId: id });
    addresses.push(...(await addressesToNotify(tx, id, syndicateId)));
  }
  await claim(tx, { tenantId });
  await addJobs(
    tx,
    mailFactorResetNotice,
    distinctAddresses(addresses)
      .filter(isMailAddress)
      .map((to) => ({ tenantId, resetId: resetId.toString(), news, to })),
  );
}
