import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

const EVERY_MS = 100;

/** Holds a lock of the database while the work takes, however its transactions end. */
function holding<T>(
  owner: Database,
  lock: { name: string; waitMs: number; message: string },
  work: () => Promise<T>,
): Promise<T> {
  return owner.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${lock.name}, 0)`;
    const deadline = Date.now() + lock.waitMs;
    for (;;) {
      const { rows } = await sql<{ isOurs: boolean }>`
        select pg_try_advisory_lock(${key}) as is_ours`.execute(connection);
      if (rows[0]?.isOurs) break;
      if (Date.now() >= deadline) throw new Refusal('move_refused', { message: lock.message });
      await setTimeout(EVERY_MS);
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}

/**
 * Holds a move for this command alone, in both cells, for as long as the work takes. A second command for the tenant, here or there,
 * is refused at once; what it would do was decided before.
 */
export function alone<T>(owners: readonly Database[], tenantId: string, work: () => Promise<T>): Promise<T> {
  const [owner, ...others] = owners;
  if (!owner) return work();
  const message = 'Another command is moving this tenant right now.';
  return holding(owner, { name: `command for ${tenantId}`, waitMs: 0, message }, () =>
    alone(others, tenantId, work),
  );
}

/** Lets commands write the map of the proxy one after the other, wherever each runs: it is about the tenants of all cells. */
export const inTurn = <T>(owner: Database, work: () => Promise<T>): Promise<T> =>
  holding(
    owner,
    {
      name: 'map of the proxy',
      waitMs: 60_000,
      message: 'Another command has been writing the map of the proxy for a minute.',
    },
    work,
  );
