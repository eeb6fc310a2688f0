import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

/**
 * Keeps imports from being undone until the transaction ends, because statements that nobody else sees yet may have their figures. What is
 * taken out of the ledger changes its import: where that was after the transaction's snapshot, PostgreSQL refuses, and the statements are
 * made again without it. An import that is being carried out is not held, because it tells its progress in its row: if it ends and somebody
 * confirms its undoing before these statements are kept, which takes minutes, only the nightly reconciliation finds them.
 */
export const holdImports = async (tx: Tx, tenantId: string): Promise<void> => {
  await sql`
    select from import_runs where tenant_id = ${tenantId}::uuid and state in ('done', 'undoing') order by id for share`.execute(
    tx,
  );
};
