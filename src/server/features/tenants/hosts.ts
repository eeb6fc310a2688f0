import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

interface Host {
  tenantId: string;
  host: string;
  operator: Operator;
}

export const listHosts = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('tenantHosts')
    .select(['host', 'isMain'])
    .where('tenantId', '=', tenantId)
    .orderBy('isMain', 'desc')
    .orderBy('host')
    .execute();

/**
 * Adds a host name for a tenant's portal. The first one, and one that is marked as the main one, is used in the tenant's
 * links from then on. Runs as the owner of the schema, so that somebody who gets hold of the server's role cannot
 * redirect a host name.
 */
export const addHost = (owner: Database, { tenantId, host, operator }: Host, isMain: boolean) =>
  withTenant(owner, tenantId, async (tx) => {
    const before = await listHosts(tx, tenantId);
    const becomesMain = isMain || before.length === 0;
    if (before.some((own) => own.host === host && (own.isMain || !becomesMain))) return;
    if (becomesMain)
      await tx.updateTable('tenantHosts').set({ isMain: false }).where('tenantId', '=', tenantId).execute();
    const added = await tx
      .insertInto('tenantHosts')
      .values({ tenantId, host, isMain: becomesMain })
      .onConflict((conflict) => conflict.column('host').doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) {
      // Row-level security hides other tenants' rows, so a name that was not updated belongs to another tenant.
      const { numUpdatedRows } = await tx
        .updateTable('tenantHosts')
        .set({ isMain: becomesMain })
        .where('tenantId', '=', tenantId)
        .where('host', '=', host)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Refusal('host_taken');
    }
    const main = becomesMain ? 'in links and mails' : 'beside the main one';
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'host name added',
      subject: 'tenant',
      details: { host, main },
    });
  });

/** Its pages and sessions end with it. If it was the main one, another takes its place, or else the portal's own. */
export const removeHost = (owner: Database, { tenantId, host, operator }: Host) =>
  withTenant(owner, tenantId, async (tx) => {
    const removed = await tx
      .deleteFrom('tenantHosts')
      .where('tenantId', '=', tenantId)
      .where('host', '=', host)
      .returning('isMain')
      .executeTakeFirst();
    if (!removed) throw new Refusal('host_not_added');
    const [next] = await listHosts(tx, tenantId);
    if (removed.isMain && next)
      await tx
        .updateTable('tenantHosts')
        .set({ isMain: true })
        .where('tenantId', '=', tenantId)
        .where('host', '=', next.host)
        .execute();
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'host name removed',
      subject: 'tenant',
      details: { host },
    });
  });
