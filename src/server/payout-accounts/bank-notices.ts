import { sql } from 'kysely';
import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import { addressesOfSyndicate } from '../identity/members.queries.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { type BankNotice, mailBankNotice } from './bank-notices.jobs.ts';

interface Change {
  tenantId: string;
  changeId: bigint;
}

/**
 * Notifies every address on file: the user who requested the change or, when the funder made it, all users of the
 * syndicate; and the e-sign address, for a month also the previous one, so that changing that address first does not hide
 * the change. It claims the requesting user or the list of members, so it must come last.
 */
export async function notifyOfBankChange(
  tx: Tx,
  { tenantId, changeId }: Change,
  news: BankNotice,
): Promise<void> {
  const { syndicateId, requestedBy, esignEmail, previousEsignEmail } = await tx
    .selectFrom('bankAccountChanges as change')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
    )
    .select([
      'change.syndicateId',
      'change.requestedBy',
      's.esignEmail',
      sql<
        string | null
      >`case when s.esign_email_changed_at > now() - interval '30 days' then s.previous_esign_email end`.as(
        'previousEsignEmail',
      ),
    ])
    .where('change.tenantId', '=', tenantId)
    .where('change.id', '=', changeId)
    .executeTakeFirstOrThrow();
  const people =
    requestedBy === null
      ? await addressesOfSyndicate(tx, tenantId, syndicateId)
      : [await addressOf(tx, requestedBy)];
  const onFile = [...people, esignEmail, ...(previousEsignEmail === null ? [] : [previousEsignEmail])];
  await addJobs(
    tx,
    mailBankNotice,
    distinctAddresses(onFile)
      .filter(isMailAddress)
      .map((to) => ({ tenantId, changeId: changeId.toString(), news, to })),
  );
}

async function addressOf(tx: Tx, userId: bigint): Promise<string> {
  await claim(tx, { userId });
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}
