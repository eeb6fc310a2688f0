import { recordAudit } from '../audit/audit.ts';
import type { Operator } from '../audit/operator.ts';
import type { Tx } from '../db/database.ts';
import { dropJobs, type KeptJob, retryJobs } from './kept-jobs.ts';

/** What can be done with a job that is kept in the queue. */
export const JOB_CHANGES = {
  // A job that has not been tried waits on purpose: done too early it would do nothing, or what its time was to prevent.
  retry: {
    action: 'job retried',
    work: retryJobs,
    takes: ({ attempts }: KeptJob) => attempts > 0,
  },
  // What belongs to no tenant is in no audit trail, and may be a notice that protects somebody: it is sent as long as it can be.
  drop: {
    action: 'job dropped',
    work: dropJobs,
    takes: ({ tenantId, state }: KeptJob) => tenantId !== null || state === 'given up',
  },
} as const;

export type JobChange = (typeof JOB_CHANGES)[keyof typeof JOB_CHANGES];

/** Of more jobs, the audit trail names the first ones. */
const MOST_NAMED = 20;

export const idsOf = (jobs: readonly KeptJob[]): bigint[] => jobs.map(({ id }) => id);

/** Changes jobs of the tenant of the transaction, with an audit event for each task. Returns how many it could change. */
export async function changeJobsOfTenant(
  tx: Tx,
  jobs: readonly KeptJob[],
  { action, work }: JobChange,
  operator: Operator,
): Promise<number> {
  let count = 0;
  for (const [task, ofTask] of Map.groupBy(jobs, (job) => job.task)) {
    const done = await work(tx, idsOf(ofTask));
    if (done.length === 0) continue;
    count += done.length;
    const details = { jobs: done.length, ids: done.slice(0, MOST_NAMED).join(', ') };
    await recordAudit(tx, { actorId: null, operator, action, subject: `job ${task}`, details });
  }
  return count;
}
