import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** A job that is in the queue and not being done. Its payload stays where it is: it may name people. */
export interface KeptJob {
  id: bigint;
  task: string;
  tenantId: string | null;
  state: 'given up' | 'waiting';
  attempts: number;
  maxAttempts: number;
  /** When it was given up, or when it is done at the earliest. */
  at: Date;
  lastError: string | null;
}

/** Which jobs. Absent fields choose all. */
export interface JobChoice {
  ids?: readonly bigint[] | undefined;
  task?: string | undefined;
  tenantId?: string | undefined;
  state?: KeptJob['state'] | undefined;
}

export async function listKeptJobs(tx: Tx, choice: JobChoice, limit: number): Promise<KeptJob[]> {
  const { ids = null, task = null, tenantId = null, state = null } = choice;
  const { rows } = await sql<KeptJob>`
    select id, task, tenant_id, state, attempts, max_attempts, at, last_error
    from (
      select job.id, task.identifier as task, job.payload ->> 'tenantId' as tenant_id, job.attempts, job.max_attempts,
        case when job.attempts >= job.max_attempts then 'given up' else 'waiting' end as state,
        case when job.attempts >= job.max_attempts then job.updated_at else job.run_at end as at, job.last_error
      from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where job.locked_at is null and (${ids}::bigint[] is null or job.id = any (${ids}::bigint[]))
    ) kept
    where (${task}::text is null or task = ${task}::text) and (${tenantId}::text is null or tenant_id = ${tenantId}::text)
      and (${state}::text is null or state = ${state}::text)
    order by state, id limit ${limit}`.execute(tx);
  return rows;
}

/** Lets these jobs be done at once, with all their tries. Returns those that it could: not one that is just being done. */
export const retryJobs = (tx: Tx, ids: readonly bigint[]): Promise<bigint[]> =>
  idsOf(
    sql<{ id: bigint }>`
      select id from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(
      tx,
    ),
  );

/** Takes these jobs out of the queue, undone. */
export const dropJobs = (tx: Tx, ids: readonly bigint[]): Promise<bigint[]> =>
  idsOf(sql<{ id: bigint }>`select id from graphile_worker.complete_jobs(${ids}::bigint[])`.execute(tx));

const idsOf = async (done: Promise<{ rows: { id: bigint }[] }>) => (await done).rows.map(({ id }) => id);

const MAX_LENGTH = 200;

/** The first line of an error, without what may be an address of somebody or a secret. */
export function errorInOneLine(text: string | null): string {
  const [line = ''] = (text ?? '').trim().split('\n');
  return line
    .replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '<address>')
    .replace(/[\w+/=-]{24,}/g, '<…>')
    .slice(0, MAX_LENGTH);
}
