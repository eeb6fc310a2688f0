import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** The states of a tenant that is at home in another cell. */
export const ELSEWHERE = ['moved', 'arriving'] as const;

/** Whether the tenant is in another cell, or in none. */
export const isElsewhere = (state: string | null): boolean =>
  state === null || ELSEWHERE.some((one) => one === state);

/** The lock behind which the state is changed. Every writer of a tenant's row holds it shared: see the migration of tenant moves. */
export const barrierOf = (tenantId: string) => sql`hashtextextended('move ' || ${tenantId}::uuid, 0)`;

/** Null where there is no such tenant. */
export async function readMoveState(tx: Tx, tenantId: string): Promise<string | null> {
  const tenant = await tx
    .selectFrom('tenants')
    .select('moveState')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return tenant?.moveState ?? null;
}

/**
 * The state of the tenant, which nobody changes before this transaction ends. What is queued for a tenant that is not elsewhere then is
 * there when the mover copies its jobs.
 */
export async function holdMoveState(tx: Tx, tenantId: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock_shared(${barrierOf(tenantId)})`.execute(tx);
  return readMoveState(tx, tenantId);
}
