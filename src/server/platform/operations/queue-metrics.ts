import type { FastifyBaseLogger } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';
import { askAtScrape } from './asked-at-scrape.ts';
import { isJobState, readQueue } from './queue.ts';

/** The job queue. Every process reports the same figures, so dashboards take the maximum and not the sum. */
export function measureQueue(
  registry: Registry,
  db: Database,
  { jobs, logger }: { jobs: readonly Job[]; logger: FastifyBaseLogger },
): void {
  const known = new Set(jobs.map(({ name }) => name));
  askAtScrape(registry, logger, {
    subject: 'queue',
    gauges: {
      portal_jobs: {
        help: 'Jobs in the queue, by name and how their tries stand',
        labelNames: ['job_name', 'state'],
      },
      portal_oldest_ready_job_seconds: {
        help: 'How long the first job that could run has been waiting to',
        labelNames: ['job_name'],
      },
    },
    ask: async () => (await readQueue(db)).filter(({ name }) => known.has(name)),
    tell(row, { portal_jobs, portal_oldest_ready_job_seconds }) {
      portal_oldest_ready_job_seconds.set({ job_name: row.name }, row.oldestReadySeconds);
      for (const [state, count] of Object.entries(row))
        if (isJobState(state)) portal_jobs.set({ job_name: row.name, state }, Number(count));
    },
  });
}

/** Measures how long this worker's jobs take. */
export function measureJobs(registry: Registry) {
  const duration = new Histogram({
    name: 'portal_job_seconds',
    help: 'Time that a job took, by how it ended',
    labelNames: ['job_name', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800],
    registers: [registry],
  });
  return async (job: string, work: () => Promise<void>): Promise<void> => {
    const end = duration.startTimer({ job_name: job });
    try {
      await work();
      end({ outcome: 'done' });
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };
}
