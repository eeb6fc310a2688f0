import { sql } from 'kysely';
import type * as z from 'zod';
import type { Deps } from '../app.ts';
import type { Tx } from '../db/database.ts';

/** What the worker does later, with what it needs to know. May run more than once: a handler makes that harmless. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string;
  /** Set where nothing causes it but the time: minute, hour, day, month and weekday as cron writes them, in UTC. */
  schedule?: string;
  payload: Payload;
  run(deps: JobDeps, payload: z.output<Payload>): Promise<void>;
}

export type JobDeps = Pick<Deps, 'db' | 'mailer' | 'publicOrigin' | 'fileStorage' | 'virusScanner'>;

export const defineJob = <P extends z.ZodType>(job: Job<P>): Job<P> => job;

/** Adds a job in the transaction of what causes it: either both happen or neither does. */
export async function addJob<P extends z.ZodType>(
  tx: Tx,
  job: Job<P>,
  payload: z.input<P>,
  { notBefore = null }: { notBefore?: Date | null } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json, run_at => ${notBefore}::timestamptz)`.execute(
    tx,
  );
}
