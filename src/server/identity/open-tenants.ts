import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';

export interface OpenTenant {
  id: string;
  name: string;
  /** The user's syndicate there. */
  syndicateId: bigint | null;
}

/** Every membership of the user whose claim stands on the transaction, as long as no tenant is claimed yet; or that in one. */
export async function membershipsOf(tx: Tx, onlyTenantId: string | null = null) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenantId')
    .select(['t.id', 't.name', 't.requiresSecondFactor', 'm.role', 'm.isTerminated', 'm.syndicateId'])
    .$if(onlyTenantId !== null, (query) => query.where('t.id', '=', onlyTenantId))
    .orderBy('t.name')
    .execute();
}

/** The tenants whose portal the user may enter; of a session of one tenant, that one at most. */
export async function openTenants(tx: Tx, onlyTenantId: string | null = null): Promise<OpenTenant[]> {
  const memberships = await membershipsOf(tx, onlyTenantId);
  return memberships.filter(isOpen).map(({ id, name, syndicateId }) => ({ id, name, syndicateId }));
}

export const isOpen = (membership: { role: string; isTerminated: boolean }) =>
  membership.role === 'syndication' && !membership.isTerminated;

/** A session is not of one tenant, so each tenant's trail tells of it. Claims tenants: do it last. */
export async function auditInEachTenant(
  tx: Tx,
  tenants: readonly OpenTenant[],
  event: AuditEvent,
): Promise<void> {
  for (const tenant of tenants) {
    await claim(tx, { tenantId: tenant.id });
    await recordAudit(tx, event);
  }
}
