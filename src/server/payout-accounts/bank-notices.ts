import { sql } from 'kysely';
import { isMailAddress } from '../../shared/domain/mail-address.ts';
import type { Tx } from '../db/database.ts';
import { claim } from '../db/transactions.ts';
import { addJobs } from '../jobs/jobs.ts';
import { type BankNews, mailBankNotice } from './bank-notices.jobs.ts';

interface Change {
  tenantId: string;
  changeId: bigint;
}

/**
 * Tells every address on file: whoever asked for the change (unless the funder did), the e-sign address, and for a month also the
 * one before it, so that changing the address first keeps nobody from hearing of it. Claims the asker: do it last.
 */
export async function tellOfBankChange(
  tx: Tx,
  { tenantId, changeId }: Change,
  news: BankNews,
): Promise<void> {
  const { requestedBy, esignEmail, previousEsignEmail } = await tx
    .selectFrom('bankAccountChanges as change')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'change.tenantId').onRef('s.id', '=', 'change.syndicateId'),
    )
    .select([
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
  const readers = new Set(
    [await addressOf(tx, requestedBy), esignEmail, previousEsignEmail].filter((address) => address !== null),
  );
  await addJobs(
    tx,
    mailBankNotice,
    [...readers].filter(isMailAddress).map((to) => ({ tenantId, changeId: changeId.toString(), news, to })),
  );
}

async function addressOf(tx: Tx, userId: bigint | null): Promise<string | null> {
  if (userId === null) return null;
  await claim(tx, { userId });
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}
