import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** The state of a job's attempts. A job that has failed for good stays until an operator deals with it. */
const STATES = ['ready', 'waiting', 'running', 'retrying', 'failed'] as const;
export type JobState = (typeof STATES)[number];

export type JobCounts = Record<JobState, number> & {
  name: string;
  /** How long the oldest ready job has been waiting; 0 when none is ready. */
  oldestReadySeconds: number;
};

/** The queue's state by job name. */
export async function readQueue(db: Database): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select name, ${sql.join(STATES.map(countOf))},
      coalesce(extract(epoch from now() - min(run_at) filter (where state = 'ready')), 0)::float8 as oldest_ready_seconds
    from (
      select task.identifier as name, job.run_at,
        case
          when job.locked_at is not null then 'running'
          when job.attempts >= job.max_attempts then 'failed'
          when job.run_at <= now() then 'ready'
          when job.attempts > 0 then 'retrying'
          else 'waiting'
        end as state
      from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
    ) jobs
    group by name`.execute(db);
  return rows;
}

const countOf = (state: JobState) =>
  sql`count(*) filter (where state = ${sql.lit(state)})::integer as ${sql.ref(state)}`;

export const isJobState = (word: string): word is JobState => STATES.some((state) => state === word);
