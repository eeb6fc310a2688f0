import { sql } from 'kysely';
import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { type FactorResetNotice, mailFactorResetNotice } from './factor-reset-notices.jobs.ts';
import type { OpenTenant } from './open-tenants.ts';

interface Reset {
  tenantId: string;
  resetId: bigint;
  userId: bigint;
}

/**
 * Mails every known address of the person: that of the account, and the e-sign addresses of their syndicates, for a month also the
 * previous ones. Whoever asked for the reset may already control one of them. It claims tenants, so it must come last.
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
  for (const membership of memberships) addresses.push(...(await esignAddressesOf(tx, membership)));
  await claim(tx, { tenantId });
  await addJobs(
    tx,
    mailFactorResetNotice,
    distinctAddresses(addresses)
      .filter(isMailAddress)
      .map((to) => ({ tenantId, resetId: resetId.toString(), news, to })),
  );
}

async function esignAddressesOf(tx: Tx, { id: tenantId, syndicateId }: OpenTenant): Promise<string[]> {
  if (syndicateId === null) return [];
  await claim(tx, { tenantId });
  const syndicate = await tx
    .selectFrom('syndicates')
    .select([
      'esignEmail',
      sql<
        string | null
      >`case when esign_email_changed_at > now() - interval '30 days' then previous_esign_email end`.as(
        'previousEsignEmail',
      ),
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirstOrThrow();
  return [syndicate.esignEmail, syndicate.previousEsignEmail ?? ''];
}
