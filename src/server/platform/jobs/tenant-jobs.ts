import { sql } from 'kysely';
import * as z from 'zod';
import type { Database, Tx } from '../db/database.ts';
import { withClaims, withTenant } from '../db/transactions.ts';
import { addJob, defineJob, type Job, type JobDeps } from './jobs.ts';

/** So few that a batch takes seconds, and so many that ten thousand tenants are a few hundred jobs. */
const TENANTS_PER_JOB = 50;
/**
 * Each queue runs one job at a time, so that a worker, which runs four jobs at once, has others left for what people wait for. That
 * holds for all workers together.
 */
const QUEUES = 2;

const queueOf = (place: number) => `work of tenants ${place % QUEUES}`;

type Given<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

interface TenantWork<Shape extends z.ZodRawShape> {
  /** The name of the job for one tenant, such as 'reconcile book of tenant'. */
  name: string;
  /** The name of the job for a batch of tenants, such as 'reconcile books of tenants'. */
  batchName: string;
  priority: number;
  /** What the payload holds beside the tenant. */
  with: Shape;
  /** Whether the tenant gets a job of its own, after all others, so that those of its batch need not wait for it. */
  isLarge(tx: Tx, tenantId: string): Promise<boolean>;
  run(deps: JobDeps, tenantId: string, given: Given<Shape>): Promise<void>;
}

interface TenantJobs<Shape extends z.ZodRawShape> {
  /** The job for one tenant, and the one for a batch. */
  jobs: readonly [Job, Job];
  /** Adds the batches of all tenants, in one statement however many there are. */
  addForAll(db: Database, given: z.input<z.ZodObject<Shape>>): Promise<void>;
}

/**
 * Work that is done in every tenant, in batches. A tenant whose work fails in its batch gets a job of its own, which is tried again
 * like any other; the others of the batch are done, and are not done again because of it.
 */
export function defineTenantJobs<Shape extends z.ZodRawShape>(work: TenantWork<Shape>): TenantJobs<Shape> {
  const { name, batchName, priority, isLarge } = work;
  // The compiler cannot spread a shape that it does not know.
  const payloadWith = (ids: z.ZodRawShape) =>
    z.object({ ...work.with, ...ids }) as unknown as z.ZodType<Given<Shape>, Given<Shape>>;
  const one = defineJob({
    name,
    priority,
    payload: payloadWith({ tenantId: z.uuid() }),
    run: (deps, payload) =>
      work.run(deps, (payload as { tenantId: string } & Given<Shape>).tenantId, payload),
  });
  const batch = defineJob({
    name: batchName,
    priority,
    payload: payloadWith({ tenantIds: z.array(z.uuid()).max(TENANTS_PER_JOB) }),
    async run(deps, payload) {
      const { tenantIds, ...given } = payload as { tenantIds: string[] } & Given<Shape>;
      for (const tenantId of tenantIds) {
        const ofTenant = { ...given, tenantId } as unknown as Given<Shape>;
        const addOwnJob = () =>
          withTenant(deps.db, tenantId, (tx) =>
            addJob(tx, one, ofTenant, {
              queue: queueOf(Number.parseInt(tenantId.slice(0, 8), 16)),
              key: JSON.stringify([name, ofTenant]),
              priority: priority + 1,
            }),
          );
        try {
          const hasOwnJob = await withTenant(deps.db, tenantId, (tx) => isLarge(tx, tenantId), {
            readOnly: true,
          });
          if (hasOwnJob) await addOwnJob();
          else await work.run(deps, tenantId, ofTenant);
        } catch (err) {
          deps.logger.error(
            { job: name, tenantId, err },
            'a job failed for one tenant, and is tried again for it',
          );
          await addOwnJob();
        }
      }
    },
  });
  return {
    jobs: [one, batch],
    async addForAll(db, given) {
      const queues = Array.from({ length: QUEUES }, (_, place) => queueOf(place));
      await withClaims(db, { listsTenants: true }, (tx) =>
        sql`
          select graphile_worker.add_job(${batchName}, jsonb_set(${JSON.stringify(given)}::jsonb, '{tenantIds}', ids)::json,
            priority => ${priority}::integer, queue_name => (${queues}::text[])[1 + place % ${QUEUES}::bigint])
          from (
            select place, jsonb_agg(id) as ids
            from (
              select id, (row_number() over (order by id) - 1) / ${TENANTS_PER_JOB}::bigint as place
              from tenants
            ) placed
            group by place order by place
          ) batch`.execute(tx),
      );
    },
  };
}
