import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { movingRefusalOf } from '../cells/moving-refusal.ts';
import type { Database, Tx } from '../db/database.ts';
import { isTenantId, withTenant } from '../db/transactions.ts';

/** The tenant of a job is being moved: the job waits, here or in the cell that it goes to. */
class HeldJobError extends Error {}

/** Asked before a job begins, so that none sends a mail which it then cannot note as sent. */
export async function requireTenantOpen(db: Database, payload: unknown): Promise<void> {
  const tenantId = (payload as { tenantId?: unknown } | null)?.tenantId;
  if (typeof tenantId !== 'string' || !isTenantId(tenantId)) return;
  const state = await withTenant(db, tenantId, (tx) => readMoveState(tx, tenantId), { readOnly: true });
  if (state !== null && state !== 'open') throw new HeldJobError('The tenant is being moved.');
}

/** Null where there is no such tenant. */
export async function readMoveState(tx: Tx, tenantId: string): Promise<string | null> {
  const tenant = await tx
    .selectFrom('tenants')
    .select('moveState')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return tenant?.moveState ?? null;
}

/** Whether the tenant is in another cell, or in none. */
export const isElsewhere = (state: string | null): boolean =>
  state === null || state === 'moved' || state === 'arriving';

/**
 * The state of the tenant, which nobody changes before this transaction ends: the same barrier as that of every row of a tenant. What
 * is queued for a tenant that is not elsewhere then is there when the mover copies its jobs.
 */
export async function holdMoveState(tx: Tx, tenantId: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('move ' || ${tenantId}::uuid, 0))`.execute(
    tx,
  );
  return readMoveState(tx, tenantId);
}

export const isHeld = (error: unknown): boolean =>
  error instanceof HeldJobError || movingRefusalOf(error) !== null;

const WAIT = '5 seconds';

/** Waiting is no failed attempt. The library adds a second to the time that is set here. */
export const holdJob = (query: JobHelpers['query'], id: string) =>
  query(
    `update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0), run_at = now() + interval '${WAIT}'
     where id = $1`,
    [id],
  );
