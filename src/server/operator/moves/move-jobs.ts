import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface QueuedJob {
  name: string;
  payload: string;
  runAt: Date;
  priority: number;
  maxAttempts: number;
  key: string | null;
}

const ofTenant = (tenantId: string) => sql`job.payload ->> 'tenantId' = ${tenantId}`;

/** The jobs that wait in one cell are added in the other, where they are held until the tenant is open there. */
export async function copyJobs(from: Tx, to: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<QueuedJob>`
    select task.identifier as name, job.payload::text as payload, job.run_at, job.priority, job.max_attempts, job.key
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where ${ofTenant(tenantId)}`.execute(from);
  await removeJobs(to, tenantId);
  for (const { name, payload, runAt, priority, maxAttempts, key } of rows)
    await sql`
      select graphile_worker.add_job(${name}, payload => ${payload}::json, run_at => ${runAt}::timestamptz,
        max_attempts => ${maxAttempts}::integer, job_key => ${key}::text, priority => ${priority}::integer)`.execute(
      to,
    );
  return rows.length;
}

export async function removeJobs(tx: Tx, tenantId: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs job where ${ofTenant(tenantId)}`.execute(tx);
}
