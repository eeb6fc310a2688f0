import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { barrierOf } from '../../platform/cells/move-state.ts';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { givingWay, isLocked, LOCK_MS } from '../../platform/db/give-way.ts';
import { Refusal } from '../../platform/errors.ts';
import { isAtWorkFor } from './move-jobs.ts';

/** What the source has done so far. A move that was cut off goes on, or is given up, from there. */
export const STEPS = [
  'leaving',
  'closed',
  'copied',
  'switching',
  'moved',
  'abandoning',
  'forgotten',
] as const;
export type Step = (typeof STEPS)[number];
export type MoveState = 'open' | 'leaving' | 'closed' | 'switching' | 'moved' | 'arriving';

export interface Move {
  tenantId: string;
  direction: 'out' | 'in';
  otherCell: number;
  step: string;
  startedAt: Date;
  closedAt: Date | null;
  finishedAt: Date | null;
  details: { peopleAdded?: string[]; otherAccounts?: string[]; hosts?: string[] };
}

export async function readMove(db: Database | Tx, tenantId: string): Promise<Move | null> {
  const { rows } = await sql<Move>`
    select tenant_id, direction, other_cell, step, started_at, closed_at, finished_at, details
    from cells.moves where tenant_id = ${tenantId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** The move away from this cell that was begun, or is over. A tenant that has come here has a row of that. */
export async function readMoveAway(db: Database | Tx, tenantId: string): Promise<Move | null> {
  const move = await readMove(db, tenantId);
  return move?.direction === 'out' ? move : null;
}

/** With the pauses about a minute. */
const TRIES = 60;

/** The states that each may follow. Whoever finds another one has been overtaken. */
const MAY_FOLLOW: Readonly<Record<MoveState, readonly MoveState[]>> = {
  leaving: ['open'],
  closed: ['leaving', 'closed', 'switching'],
  switching: ['closed', 'switching'],
  moved: ['switching'],
  open: ['open', 'leaving', 'closed', 'arriving', 'switching'],
  arriving: [],
};

/**
 * Sets the state that every writer asks for, behind the barrier: it waits for the writers that came before. It does not wait long at
 * a time, because everybody who comes later waits behind it. Refused where the state is not one that this may follow.
 */
export async function setState(
  owner: Database,
  tenantId: string,
  state: MoveState,
  alongside: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const change = async (tx: Tx) => {
    await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(tx);
    await sql`select pg_advisory_xact_lock(${barrierOf(tenantId)})`.execute(tx);
    const { numAffectedRows } = await sql`
      update tenants set move_state = ${state}
      where id = ${tenantId}::uuid and move_state = any (${MAY_FOLLOW[state]}::text[])`.execute(tx);
    if (numAffectedRows !== 1n)
      throw new Refusal('move_refused', {
        message: 'Another command has changed the state of this move meanwhile. Look at it again.',
      });
    await alongside(tx);
  };
  try {
    await givingWay(TRIES, () => asMover(owner, { tenantId }, change));
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new Refusal('tenant_moving', {
      message: 'The tenant could not be closed: somebody has been writing for a minute, perhaps an import.',
    });
  }
}

export const noteStep = (tx: Tx | Database, tenantId: string, step: Step) =>
  sql`
    update cells.moves set step = ${step}, step_at = now(),
      closed_at = case when ${step} = 'closed' then clock_timestamp() else closed_at end,
      finished_at = case when ${step} = 'moved' then clock_timestamp() else finished_at end
    where tenant_id = ${tenantId}::uuid`.execute(tx);

const JOB_WAIT_MS = 120_000;

/**
 * Jobs of the tenant that are at work are let finish: one could have sent a mail that it has yet to note as sent. Whatever job
 * begins later sees that the tenant is leaving.
 */
export async function waitForJobs(owner: Database, tenantId: string): Promise<void> {
  const deadline = Date.now() + JOB_WAIT_MS;
  for (;;) {
    const { rows } = await sql`
      select from graphile_worker._private_jobs job where ${isAtWorkFor(tenantId)}`.execute(owner);
    if (rows.length === 0) return;
    if (Date.now() > deadline)
      throw new Refusal('tenant_moving', {
        message: 'Jobs of the tenant have been at work for two minutes.',
      });
    await setTimeout(200);
  }
}
