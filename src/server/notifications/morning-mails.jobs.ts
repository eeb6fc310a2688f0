import { sql } from 'kysely';
import * as z from 'zod';
import { hasLargeBook } from '../ledger/book-size.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { addJobs, defineJob } from '../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../platform/jobs/tenant-jobs.ts';
import { mailNotification } from './notification-mails.jobs.ts';
import { tellOfWatched } from './watchlist-news.ts';

/** In the time zone of the payouts. */
const MORNING_HOUR = 7;

/**
 * Puts what waited for the morning into one mail of each person, and queues it, in one transaction: whoever is stopped in the middle has
 * done nothing, and the same morning again finds nothing left. What happens after that moment waits for the next morning.
 */
export async function takeWaiting(tx: Tx, tenantId: string, morning: string): Promise<void> {
  const { rows } = await sql<{ mailId: bigint }>`
    with due as (
      select id, user_id from notification_items
      where tenant_id = ${tenantId}::uuid and mail_id is null and told_at <= ${morning}::timestamptz
      order by id for update
    ), mail as (
      select user_id, min(id) as mail_id from due group by user_id
    ), taken as (
      update notification_items item set mail_id = mail.mail_id
      from due join mail using (user_id)
      where item.tenant_id = ${tenantId}::uuid and item.id = due.id
    )
    select mail_id as "mailId" from mail order by mail_id`.execute(tx);
  await addJobs(
    tx,
    mailNotification,
    rows.map(({ mailId }) => ({ tenantId, mailId: mailId.toString() })),
  );
}

const mailMornings = defineTenantJobs({
  name: 'mail morning of tenant',
  batchName: 'mail mornings of tenants',
  // Runs after jobs that a user waits for.
  priority: 10,
  with: { morning: z.iso.datetime() },
  isLarge: hasLargeBook,
  run: ({ db }, tenantId, { morning }) =>
    withTenant(db, tenantId, async (tx) => {
      await tellOfWatched(tx, tenantId, morning);
      await takeWaiting(tx, tenantId, morning);
    }),
});

const startMorningMails = defineJob({
  name: 'start morning mails',
  // One of the two is seven in the morning, in summer and in winter.
  schedule: '0 11,12 * * *',
  // The morning that the job was scheduled for, even if no worker was running then.
  payload: z.object({ _cron: z.object({ ts: z.iso.datetime() }) }),
  async run({ db }, { _cron: { ts } }) {
    const { rows } = await sql<{ hour: number }>`
      select extract(hour from ${ts}::timestamptz at time zone 'America/New_York')::integer as hour`.execute(
      db,
    );
    if (rows[0]?.hour === MORNING_HOUR) await mailMornings.addForAll(db, { morning: ts });
  },
});

export const notificationJobs = [startMorningMails, ...mailMornings.jobs, mailNotification];
