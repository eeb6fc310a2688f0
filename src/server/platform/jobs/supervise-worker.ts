import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isOutage } from '../db/outages.ts';
import type { JobRunner } from './start-worker.ts';

interface Supervision {
  /** Throws while jobs cannot be run: the database is away, or can only be read. */
  check(): Promise<unknown>;
  start(): Promise<JobRunner>;
  logger: FastifyBaseLogger;
  /** How long the jobs that are running may take once the runner has stopped by itself. */
  deadlineSeconds: number;
}

export interface SupervisedWorker {
  /** True while jobs are taken from the queue. */
  isWorking(): boolean;
  /** Resolves when the runner was stopped, and rejects when it ended by itself, whatever the reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** Less than the minute after which the jobs of a worker that died are released by another one. */
const RELEASE_MS = 30_000;

/**
 * Starts the job runner as soon as the database can be written to, and sees to it that nobody takes a runner that has ended
 * for a worker: the library stops for good when it cannot record the end of a job, which every failover brings about.
 */
export function superviseWorker({ check, start, logger, deadlineSeconds }: Supervision): SupervisedWorker {
  const stopping = new AbortController();
  let runner: JobRunner | null = null;
  let isWorking = false;

  /** Null when the process was told to stop meanwhile. */
  async function startWhenPossible(): Promise<JobRunner | null> {
    let hasFailed = false;
    for (let wait = FIRST_WAIT_MS; !stopping.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        await check();
        return await start();
      } catch (err) {
        if (!isOutage(err)) throw err;
        if (!hasFailed) logger.error({ err }, 'the worker waits for the database');
        hasFailed = true;
        await setTimeout(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  }

  async function releaseJobs(ended: JobRunner): Promise<void> {
    const end = performance.now() + RELEASE_MS;
    while (performance.now() < end && !stopping.signal.aborted)
      try {
        return await ended.releaseOwn();
      } catch {
        await setTimeout(FIRST_WAIT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
  }

  async function untilIdle(ending: JobRunner): Promise<boolean> {
    while (!ending.isIdle() && !stopping.signal.aborted)
      await setTimeout(FIRST_WAIT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    return true;
  }

  async function work(): Promise<void> {
    const started = await startWhenPossible();
    if (!started) return;
    // The process was told to stop while the runner was starting.
    if (stopping.signal.aborted) return started.stop();
    runner = started;
    isWorking = true;
    logger.info('worker started');
    const { promise: isEnding, resolve: noteEnding } = Promise.withResolvers<void>();
    for (const event of ['pool:fatalError', 'pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
      started.events.once(event, () => {
        isWorking = false;
        noteEnding();
      });
    const over = started.promise.finally(noteEnding);
    over.catch(() => undefined);
    await isEnding;
    isWorking = false;
    if (stopping.signal.aborted) return over;
    const isOver = await Promise.race([
      over.then(
        () => true,
        () => true,
      ),
      // The library often waits for ever for a connection that is gone.
      untilIdle(started),
      setTimeout(deadlineSeconds * 1000, false),
    ]);
    // Otherwise a job is still running, and ends with the process.
    if (isOver) await releaseJobs(started);
    // Its own reason, if there is one, becomes ours.
    await Promise.race([over, setTimeout(0)]);
    throw new Error('The job runner stopped without being told to.');
  }

  const ended = work();
  return {
    isWorking: () => isWorking,
    ended,
    async stop() {
      stopping.abort();
      isWorking = false;
      // A runner that is ending by itself cannot be stopped once more.
      await runner?.stop().catch(() => undefined);
      await ended.catch(() => undefined);
    },
  };
}
