import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from '../logger.ts';
import type { JobRunner } from './start-worker.ts';
import { superviseWorker } from './supervise-worker.ts';

/** A runner of a library that has stopped and never says so, as it does when its connection went away. */
function silentRunner() {
  const steps: string[] = [];
  let isIdle = false;
  const runner: JobRunner = {
    promise: new Promise(() => undefined),
    events: new EventEmitter(),
    isIdle: () => isIdle,
    stop: async () => undefined,
    releaseOwn: async () => void steps.push('jobs released'),
  };
  return {
    runner,
    steps,
    finishJob() {
      steps.push('job finished');
      isIdle = true;
    },
  };
}

test('OPS-20 a worker whose runner has ended waits for its jobs, and not for a library that never answers', async () => {
  const { runner, steps, finishJob } = silentRunner();
  const worker = superviseWorker({
    check: async () => undefined,
    start: async () => runner,
    logger: createLogger('silent'),
    deadlineSeconds: 60,
  });
  const ended = worker.ended.catch(() => steps.push('ended'));
  await setTimeout(0);
  expect(worker.isWorking()).toBe(true);
  runner.events.emit('pool:fatalError', {} as never);
  await setTimeout(300);
  finishJob();
  await ended;
  expect(steps).toEqual(['job finished', 'jobs released', 'ended']);
  expect(worker.isWorking()).toBe(false);
});
