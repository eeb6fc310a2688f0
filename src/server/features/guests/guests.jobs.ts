import * as z from 'zod';
import { endGuest } from '../../identity/guests.ts';
import { today } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { mailGuestNews } from './guest-news.jobs.ts';

/**
 * Nobody waits for it: every call compares the last day itself. It ends what is left then, such as sessions, and puts the end into the
 * audit trail.
 */
const endGuests = defineTenantJobs({
  name: 'end guests of tenant',
  batchName: 'end guests of tenants',
  priority: 10,
  with: {},
  isLarge: async () => false,
  async run({ db, logger }, tenantId) {
    const over = await withTenant(db, tenantId, (tx) =>
      tx
        .selectFrom('guests')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('endedAt', 'is', null)
        .where('untilDate', '<', today)
        .execute(),
    );
    for (const { id: guestId } of over)
      await withTenant(db, tenantId, (tx) =>
        endGuest(tx, { tenantId, guestId }, 'until reached', { actorId: null }),
      );
    if (over.length > 0)
      logger.info({ tenantId, count: over.length }, 'guests whose day has passed were ended');
  },
});

const startEndingGuests = defineJob({
  name: 'start ending guests',
  // After midnight in the time zone of the payouts.
  schedule: '10 5 * * *',
  payload: z.object({}),
  run: ({ db }) => endGuests.addForAll(db, {}),
});

export const guestJobs = [mailGuestNews, startEndingGuests, ...endGuests.jobs];
