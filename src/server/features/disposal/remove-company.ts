import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { isFileOf } from './merchants.queries.ts';
import { deleteStoredFile } from './stored-files.jobs.ts';

/**
 * Deletes what underwriting gathered about a company: owners, addresses, bank statements, other advances, notes and files.
 * The files' bytes are deleted by jobs of the same transaction. Deals, offers' terms and everything of the ledger stay.
 */
export async function removeCompanyDetails(tx: Tx, tenantId: string, companyId: bigint): Promise<void> {
  const { rows: files } = await sql<{ id: bigint; storageKey: string }>`
    select f.id, f.storage_key from files f
    where f.tenant_id = ${tenantId} and ${isFileOf(sql`${companyId}`)}`.execute(tx);
  const deals = tx
    .selectFrom('deals')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId);
  const accounts = tx
    .selectFrom('companyBankAccounts')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('companyId', '=', companyId);
  await tx
    .deleteFrom('statementMonths')
    .where('tenantId', '=', tenantId)
    .where('bankAccountId', 'in', accounts)
    .execute();
  for (const table of [
    'existingAdvances',
    'companyBankAccounts',
    'companyOwners',
    'companyAddresses',
  ] as const)
    await tx.deleteFrom(table).where('tenantId', '=', tenantId).where('companyId', '=', companyId).execute();
  const fileIds = files.map(({ id }) => id);
  for (const [table, column] of [
    ['statementFileLinks', 'fileId'],
    ['files', 'id'],
  ] as const)
    await tx
      .deleteFrom(table)
      .where('tenantId', '=', tenantId)
      .where(sql.ref(column), '=', sql`any(${fileIds}::bigint[])`)
      .execute();
  const added = await tx
    .deleteFrom('deskFiles')
    .where('tenantId', '=', tenantId)
    .where('dealId', 'in', deals)
    .returning('id')
    .execute();
  await addJobs(
    tx,
    deleteStoredFile,
    [...files.map(({ storageKey }) => storageKey), ...added.map(({ id }) => keptKey(tenantId, id))].map(
      (storageKey) => ({ tenantId, storageKey }),
    ),
  );
  const notes = tx
    .selectFrom('dealNotes')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('dealId', 'in', deals);
  await tx
    .updateTable('offerMails')
    .set({ noteId: null })
    .where('tenantId', '=', tenantId)
    .where('noteId', 'in', notes)
    .execute();
  await tx.deleteFrom('dealNotes').where('tenantId', '=', tenantId).where('dealId', 'in', deals).execute();
  await tx
    .updateTable('offers')
    .set({ note: null, notifyNote: null })
    .where('tenantId', '=', tenantId)
    .where('dealId', 'in', deals)
    .execute();
  await recordAudit(tx, {
    actorId: null,
    action: 'personal data removed',
    subject: `company ${companyId}`,
    details: { files: files.length + added.length },
  });
}
