import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';

export interface OpenTenant {
  id: string;
  name: string;
  /** The user's syndicate in this tenant. */
  syndicateId: bigint | null;
}

/**
 * All memberships of the user whose claim is on the transaction, as long as no tenant is claimed; otherwise the one in
 * that tenant.
 */
export async function membershipsOf(tx: Tx, onlyTenantId: string | null = null) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.id', 'm.tenantId')
    .select(['t.id', 't.name', 't.requiresSecondFactor', 'm.role', 'm.isTerminated', 'm.syndicateId'])
    .$if(onlyTenantId !== null, (query) => query.where('t.id', '=', onlyTenantId))
    .orderBy('t.name')
    .execute();
}

/** The tenants that the user may enter. For a session that is limited to one tenant, at most that one. */
export async function openTenants(tx: Tx, onlyTenantId: string | null = null): Promise<OpenTenant[]> {
  const memberships = await membershipsOf(tx, onlyTenantId);
  return memberships.filter(isOpen).map(({ id, name, syndicateId }) => ({ id, name, syndicateId }));
}

export const isOpen = (membership: { role: string; isTerminated: boolean }) =>
  membership.role === 'syndication' && !membership.isTerminated;

/**
 * A session can belong to several tenants, so the event is recorded in the audit trail of each. It claims tenants, so it
 * must come last.
 */
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
