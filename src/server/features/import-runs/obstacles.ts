import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** What was built on a run and keeps it from being undone. */
export interface Obstacle {
  /** What it is, before the number of it. */
  obstacle: string;
  number: number;
  /** What the ids are of; null where there is no page of it. */
  kind: 'deal' | 'syndicate' | 'payout run' | null;
  /** A few of them, the newest first. */
  things: { id: bigint; name: string }[];
}

export async function findObstacles(tx: Tx, tenantId: string, runId: bigint): Promise<Obstacle[]> {
  const { rows } = await sql<Omit<Obstacle, 'things'> & { ids: bigint[] | null }>`
    select obstacle, number::integer as number, kind, ids from import_obstacles(${runId}) order by obstacle`.execute(
    tx,
  );
  const found: Obstacle[] = [];
  for (const { ids, ...obstacle } of rows)
    found.push({ ...obstacle, things: await nameThings(tx, tenantId, obstacle.kind, ids ?? []) });
  return found;
}

const NAMES = {
  deal: sql`select id, name || ' (' || mid || ')' as name from deals`,
  syndicate: sql`select id, name from syndicates`,
  'payout run': sql`select id, 'Run of ' || to_char(pay_date, 'MM/DD/YYYY') as name from payout_runs`,
};

async function nameThings(tx: Tx, tenantId: string, kind: Obstacle['kind'], ids: readonly bigint[]) {
  if (kind === null || ids.length === 0) return [];
  const { rows } = await sql<Obstacle['things'][number]>`
    ${NAMES[kind]} where tenant_id = ${tenantId}::uuid and id = any(${ids}::bigint[]) order by id desc`.execute(
    tx,
  );
  return rows;
}

/** 'payments were posted to its deals since (143)'. */
export const saidObstacle = ({ obstacle, number }: Obstacle): string =>
  `${obstacle} (${number.toLocaleString('en-US')})`;

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
