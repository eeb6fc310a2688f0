import type { JobHelpers } from 'graphile-worker';
import { readMoveState } from '../cells/move-state.ts';
import { movingRefusalOf } from '../cells/moving-refusal.ts';
import type { Database } from '../db/database.ts';
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
