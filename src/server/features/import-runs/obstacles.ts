import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** What was built on a run and keeps it from being undone. */
export interface Obstacle {
  /** What it is, after the number of it. */
  obstacle: string;
  number: number;
  /** What the ids are of; null where there is no page of it. */
  kind: 'deal' | 'syndicate' | 'payout run' | null;
  /** A few of them, the newest first. */
  ids: bigint[];
}

export async function findObstacles(tx: Tx, runId: bigint): Promise<Obstacle[]> {
  const { rows } = await sql<Obstacle>`
    select obstacle, number::integer as number, kind, ids from import_obstacles(${runId}) order by obstacle`.execute(
    tx,
  );
  return rows;
}

/** Whether anything of a run is in the book. */
export async function isBegun(tx: Tx, tenantId: string, runId: bigint): Promise<boolean> {
  const found = await tx
    .selectFrom('importJournal')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
