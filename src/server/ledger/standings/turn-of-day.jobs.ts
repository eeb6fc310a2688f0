import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { hasLargeBook } from '../book-size.ts';
import { turnDay } from './turn-of-day.ts';

const turnDays = defineTenantJobs({
  name: 'turn day of tenant',
  batchName: 'turn days of tenants',
  // An investor's watchlist waits for it.
  priority: 5,
  with: {},
  isLarge: hasLargeBook,
  async run({ db, logger }, tenantId) {
    const startedAt = Date.now();
    const dealCount = await turnDay(db, tenantId);
    if (dealCount > 0)
      logger.info(
        { tenantId, dealCount, ms: Date.now() - startedAt },
        'the standings are as of the last posted day',
      );
  },
});

const [turnDayOfTenant] = turnDays.jobs;

/** One that has not begun is replaced, so that any number of requests are one. */
export const queueTurnOfDay = (tx: Tx, tenantId: string): Promise<void> =>
  addJob(tx, turnDayOfTenant, { tenantId }, { key: `turn of day of ${tenantId}` });

const startTurnsOfDay = defineJob({
  name: 'start turns of day',
  // For whatever a stopped worker or an upgrade left behind; posting itself asks for it.
  schedule: '25 * * * *',
  payload: z.object({}),
  run: ({ db }) => turnDays.addForAll(db, {}),
});

export const turnOfDayJobs = [startTurnsOfDay, ...turnDays.jobs];
