import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { type StoppedReader, stoppedReaders } from '../reader/run-reader.ts';

/** Counts the readers that went over their memory or their time, and notes each in the log. */
export function measureReaders(registry: Registry, logger: FastifyBaseLogger): void {
  const stopped = new Counter({
    name: 'portal_stopped_readers_total',
    help: 'Files whose reader took more memory or time than one file may take',
    labelNames: ['task', 'limit'],
    registers: [registry],
  });
  stoppedReaders.subscribe((told) => {
    const { task, limit, seconds } = told as StoppedReader;
    stopped.inc({ task, limit });
    logger.warn({ task, limit, seconds }, 'the reader of a file was stopped');
  });
}
