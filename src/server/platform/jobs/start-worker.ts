import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import {
  type JobHelpers,
  Logger,
  parseCronItem,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { createPool } from '../db/pools.ts';
import { asSpan } from '../operations/tracing.ts';
import { freeAbandonedJobs } from './abandoned-jobs.ts';
import { InvalidPayloadError, isHopeless } from './hopeless.ts';
import type { Job, JobDeps } from './jobs.ts';

export interface WorkerOptions {
  jobs: readonly Job[];
  databaseUrl: string;
  logger: FastifyBaseLogger;
  concurrency?: number;
  /** How often it looks for jobs of workers that died, in milliseconds. */
  lookEveryMs?: number | undefined;
  /** The connections for taking jobs from the queue. The jobs themselves use other connections. */
  maxConnections?: number;
  /** The milliseconds that an answer of the queue is waited for. */
  queryTimeout?: number | undefined;
  /** Wraps each job, to measure it. */
  measure?: (job: string, work: () => Promise<void>) => Promise<void>;
}

interface FailedJob {
  task_identifier?: string;
  attempts?: number;
}

export interface JobRunner {
  /** Resolves or rejects when no more jobs are taken and none is running, whatever the reason. */
  promise: Promise<void>;
  events: WorkerEvents;
  /** True while none of our jobs is running, whatever the library still waits for. */
  isIdle(): boolean;
  /** Takes no more jobs, and resolves when the running ones are done. */
  stop(): Promise<void>;
  /** Releases the jobs of a runner that ended by itself, so that nobody has to wait until they count as abandoned. */
  releaseOwn(): Promise<void>;
}

const QUERY_TIMEOUT_MS = 20_000;

/** A worker that was down when a scheduled job was due still runs it within this time. */
const CATCH_UP_MS = 24 * 60 * 60 * 1000;

/**
 * A job that cannot ever succeed is not tried again: it counts as failed at once, where the metrics, the alert and
 * `portal doctor` show it. Other failures are tried again, as a server that is down comes back.
 */
async function runOrGiveUp(
  job: Job,
  payload: unknown,
  deps: JobDeps,
  { job: { id, attempts }, query }: JobHelpers,
): Promise<void> {
  try {
    await job.run(deps, parsePayload(job, payload));
  } catch (error) {
    if (isHopeless(error)) {
      await query('update graphile_worker._private_jobs set max_attempts = attempts where id = $1', [id]);
      deps.logger.error({ job: job.name, attempts, err: error }, 'a job was given up');
    }
    throw error;
  }
}

/** What converts a field may throw errors of its own. */
function parsePayload(job: Job, payload: unknown): unknown {
  try {
    return job.payload.parse(payload);
  } catch (error) {
    throw new InvalidPayloadError(error);
  }
}

/** Runs jobs until stopped. Any number of workers may run at the same time. */
export async function startWorker(
  deps: Omit<JobDeps, 'logger'>,
  {
    jobs,
    databaseUrl,
    logger,
    concurrency = 4,
    maxConnections = 10,
    lookEveryMs,
    queryTimeout = QUERY_TIMEOUT_MS,
    measure = (_job, work) => work(),
  }: WorkerOptions,
): Promise<JobRunner> {
  let running = 0;
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, helpers: JobHelpers) => {
        running += 1;
        try {
          await asSpan(job.name, () =>
            measure(job.name, () => runOrGiveUp(job, payload, { ...deps, logger }, helpers)),
          );
        } finally {
          running -= 1;
        }
      },
    ]),
  );
  const parsedCronItems = jobs.flatMap(({ name: task, schedule: match }) =>
    match ? [parseCronItem({ task, match, options: { backfillPeriod: CATCH_UP_MS } })] : [],
  );
  const events: WorkerEvents = new EventEmitter();
  const watch = freeAbandonedJobs({ db: deps.db, databaseUrl, queryTimeout, logger, lookEveryMs }, events);
  const pool = createPool(databaseUrl, { maxConnections, queryTimeout, applicationName: 'portal queue' });
  const release = async () => {
    await watch.stop();
    // Not waited for: the library may hold a connection that went silent.
    pool.end().catch(() => undefined);
  };
  const runner = await run({
    pgPool: pool,
    events,
    taskList,
    parsedCronItems,
    concurrency,
    noHandleSignals: true,
    // Completion is written at once, so that stopping waits for it. Otherwise another worker would run the job again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The library's messages may quote a job's payload, which may name a person. Only the job's name and attempts are logged.
    logger: new Logger(() => (level, _message, meta) => {
      const { job, error: err } = (meta ?? {}) as { job?: FailedJob; error?: unknown };
      if (level !== 'error') return;
      if (job) logger.error({ job: job.task_identifier, attempts: job.attempts, err }, 'a job failed');
      else logger.warn({ err }, 'the queue could not be used');
    }),
  }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const promise = runner.promise.finally(release);
  return {
    promise,
    events,
    isIdle: () => running === 0,
    async stop() {
      await runner.stop();
      await promise;
    },
    releaseOwn: () => watch.releaseOwn(),
  };
}
