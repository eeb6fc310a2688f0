import { recordAudit } from '../../platform/audit/audit.ts';
import { type ChainCheck, type ChainLink, checkChain, readHead } from '../../platform/audit/audit-chain.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { ExportFormat } from './export-events.ts';

/** Whether a tenant's trail is as it was written, from its beginning or from an event that was kept elsewhere. */
export const checkTrail = (db: Database, tenantId: string, from?: ChainLink): Promise<ChainCheck> =>
  withTenant(db, tenantId, (tx) => checkChain(tx, tenantId, from), { readOnly: true, isSnapshot: true });

/** Where a trail ends now: to be kept where whoever could rewrite the trail cannot reach. '12:9f3c…' */
export async function trailHead(db: Database, tenantId: string): Promise<string> {
  const head = await withTenant(db, tenantId, (tx) => readHead(tx, tenantId), { readOnly: true });
  return head ? `${head.sequence}:${head.hash.toString('hex')}` : '0:';
}

/** Before an export, in a transaction of its own: the export itself only reads. */
export const recordExport = (tx: Tx, operator: Operator, format: ExportFormat): Promise<void> =>
  recordAudit(tx, {
    actorId: null,
    operator,
    action: 'audit trail exported',
    subject: 'audit trail',
    details: { format },
  });
