import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

interface QueuedJob {
  name: string;
  payload: string;
  runAt: Date;
  priority: number;
  maxAttempts: number;
  key: string | null;
  queue: string | null;
}

const ofTenant = (tenantId: string) => sql`job.payload ->> 'tenantId' = ${tenantId}`;

const isInBatch = (tenantId: string) =>
  sql`coalesce(job.payload::jsonb -> 'tenantIds' @> to_jsonb(${tenantId}::text), false)`;

/** A batch of tenants counts as a job of each. */
export const isAtWorkFor = (tenantId: string) =>
  sql<boolean>`job.locked_at is not null
    and (${ofTenant(tenantId)} or ${isInBatch(tenantId)})`;

/**
 * The jobs that wait in one cell are added in the other, in the transaction that opens the tenant there. Of a batch that waits, the
 * tenant's part goes along: when the batch is done here, it leaves out a tenant that has moved.
 */
export async function copyJobs(from: Tx, to: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<QueuedJob>`
    select task.identifier as name, job.run_at, job.priority, job.max_attempts, job.key, line.queue_name as queue,
      case when ${ofTenant(tenantId)} then job.payload::jsonb
        else jsonb_set(job.payload::jsonb, '{tenantIds}', jsonb_build_array(${tenantId}::text)) end::text as payload
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    left join graphile_worker._private_job_queues line on line.id = job.job_queue_id
    where ${ofTenant(tenantId)} or ${isInBatch(tenantId)}`.execute(from);
  // A version before this one added them in an earlier step.
  await removeJobs(to, tenantId);
  for (const { name, payload, runAt, priority, maxAttempts, key, queue } of rows)
    await sql`
      select graphile_worker.add_job(${name}, payload => ${payload}::json, run_at => ${runAt}::timestamptz,
        max_attempts => ${maxAttempts}::integer, job_key => ${key}::text, priority => ${priority}::integer,
        queue_name => ${queue}::text)`.execute(to);
  return rows.length;
}

export async function removeJobs(tx: Tx, tenantId: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs job where ${ofTenant(tenantId)}`.execute(tx);
}
