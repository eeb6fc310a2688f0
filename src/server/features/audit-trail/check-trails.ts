import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type ChainCheck, type ChainLink, checkChain, readHead } from '../../platform/audit/audit-chain.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { ExportFormat } from './export-events.ts';

/** Whether a tenant's audit trail is unchanged, from its beginning or from an event whose hash was kept elsewhere. */
export const checkTrail = (db: Database, tenantId: string, from?: ChainLink): Promise<ChainCheck> =>
  withTenant(db, tenantId, (tx) => checkChain(tx, tenantId, from), { readOnly: true, isSnapshot: true });

/** Notes what came of a check, for the people who read the trail. */
export const noteCheck = (db: Database, tenantId: string, { firstBroken }: ChainCheck): Promise<void> =>
  withTenant(db, tenantId, async (tx) => {
    await tx
      .updateTable('tenants')
      .set({ trailCheckedAt: sql<Date>`now()`, trailBrokenFrom: firstBroken })
      .where('id', '=', tenantId)
      .execute();
  });

export async function readLastCheck(tx: Tx, tenantId: string) {
  const { trailCheckedAt, trailBrokenFrom } = await tx
    .selectFrom('tenants')
    .select(['trailCheckedAt', 'trailBrokenFrom'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { checkedAt: trailCheckedAt?.toISOString() ?? null, brokenFrom: trailBrokenFrom };
}

/** The last event's number and hash, '12:9f3c…', to be kept where somebody who could rewrite the trail has no access. */
export async function trailHead(db: Database, tenantId: string): Promise<string> {
  const head = await withTenant(db, tenantId, (tx) => readHead(tx, tenantId), { readOnly: true });
  return head ? `${head.sequence}:${head.hash.toString('hex')}` : '0:';
}

/** Recorded before an export in its own transaction, because the export itself only reads. */
export const recordExport = (tx: Tx, operator: Operator, format: ExportFormat): Promise<void> =>
  recordAudit(tx, {
    actorId: null,
    operator,
    action: 'audit trail exported',
    subject: 'audit trail',
    details: { format },
  });
