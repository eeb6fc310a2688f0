import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Encryption } from '../crypto/encryption.ts';
import type { Database, Tx } from '../db/database.ts';
import type { BankProvider } from '../integrations/bank-provider.ts';
import type { FileStorage } from '../integrations/file-storage.ts';
import type { Mailer } from '../integrations/mail.ts';
import type { UploadStorage } from '../integrations/upload-storage.ts';
import type { VirusScanner } from '../integrations/virus-scan.ts';

/** Work that the worker does later, with its payload. It may run more than once, so its handler must be idempotent. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string;
  /** The cron expression, in UTC, of a job that runs on a schedule. */
  schedule?: string;
  /** Jobs with a lower number run first. The default is 0. */
  priority?: number;
  payload: Payload;
  run(deps: JobDeps, payload: z.output<Payload>): Promise<void>;
}

/** What a worker passes to each job. */
export interface JobDeps {
  db: Database;
  encryption: Encryption;
  mailer: Mailer;
  publicOrigin: string;
  fileStorage: FileStorage;
  uploadStorage: UploadStorage;
  virusScanner: VirusScanner;
  /** Null when no provider is set up. */
  bankProvider: BankProvider | null;
  logger: FastifyBaseLogger;
}

export const defineJob = <P extends z.ZodType>(job: Job<P>): Job<P> => job;

/** Adds a job in the transaction that causes it, so that either both happen or neither does. */
export const addJob = <P extends z.ZodType>(
  tx: Tx,
  job: Job<P>,
  payload: z.input<P>,
  options?: JobOptions,
): Promise<void> => addJobs(tx, job, [payload], options);

interface JobOptions {
  notBefore?: Date | null;
  /** Jobs of the same queue run one after the other. */
  queue?: string | null;
  /** A job with the same key that has not begun is replaced. */
  key?: string | null;
  /** One with the same key stays instead, also one that runs now or was given up, and nothing is added. */
  isOnce?: boolean;
  /** Instead of the job's own. */
  priority?: number;
}

export async function addJobs<P extends z.ZodType>(
  tx: Tx,
  job: Job<P>,
  payloads: readonly z.input<P>[],
  {
    notBefore = null,
    queue = null,
    key = null,
    isOnce = false,
    priority = job.priority ?? 0,
  }: JobOptions = {},
): Promise<void> {
  const written = payloads.map((payload) => JSON.stringify(payload));
  await sql`
    select graphile_worker.add_job(${job.name}, payload, priority => ${priority}::integer, run_at => ${notBefore}::timestamptz,
      queue_name => ${queue}::text, job_key => ${key}::text, job_key_mode => ${isOnce ? 'unsafe_dedupe' : 'replace'}::text)
    from unnest(${written}::json[]) payload`.execute(tx);
}
