import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';

/**
 * Files that were staged under a link that ended two days ago and never attached. Each has a job that discards it a day after
 * the link's end; these are left when that job failed for good.
 */
export const forgottenFiles = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('stagedFiles as file')
    .innerJoin('capabilityLinks as link', (join) =>
      join.onRef('link.tenantId', '=', 'file.tenantId').onRef('link.tokenHash', '=', 'file.linkHash'),
    )
    .select('file.id')
    .where('file.tenantId', '=', tenantId)
    .where('file.state', '<>', 'attached')
    .where('link.expiresAt', '<', sql<Date>`now() - interval '2 days'`)
    .execute();

export const countForgottenFiles = (db: Database, tenantId: string): Promise<number> =>
  withTenant(db, tenantId, async (tx) => (await forgottenFiles(tx, tenantId)).length, { readOnly: true });
