import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';

const now = sql<Date>`now()`;

/**
 * Each is deleted in its own transaction, so that none holds another up. Links and tokens come before the sessions they
 * belong to.
 */
const PURGES: ((tx: Tx) => Promise<unknown>)[] = [
  (tx) => tx.deleteFrom('statementFileLinks').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('sessionTokens').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('rememberedBrowsers').where('expiresAt', '<', now).execute(),
  (tx) =>
    tx
      .deleteFrom('sessions')
      .where(sql<boolean>`coalesce(ended_at, expires_at) < now() - interval '90 days'`)
      .execute(),
  (tx) => tx.deleteFrom('passwordResets').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('signInChallenges').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('singleSignOnAttempts').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('totpEnrolments').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('passkeyEnrolments').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('answeredChallenges').where('expiresAt', '<', now).execute(),
  (tx) => tx.deleteFrom('throttles').where('expire', '<', BigInt(Date.now())).execute(),
  (tx) => tx.deleteFrom('linkMails').where('queuedAt', '<', sql<Date>`now() - interval '180 days'`).execute(),
  (tx) =>
    tx.deleteFrom('notificationItems').where('toldAt', '<', sql<Date>`now() - interval '180 days'`).execute(),
  (tx) =>
    tx.deleteFrom('capabilityLinks').where('expiresAt', '<', sql<Date>`now() - interval '90 days'`).execute(),
  (tx) =>
    tx.deleteFrom('idempotencyKeys').where('createdAt', '<', sql<Date>`now() - interval '7 days'`).execute(),
  (tx) =>
    tx.deleteFrom('formerAddresses').where('until', '<', sql<Date>`now() - interval '30 days'`).execute(),
  (tx) => tx.deleteFrom('formerMembers').where('until', '<', sql<Date>`now() - interval '45 days'`).execute(),
  (tx) =>
    tx.deleteFrom('knownDevices').where('lastSeenAt', '<', sql<Date>`now() - interval '1 year'`).execute(),
  // Whatever was wrong has been looked at by then, and a payload may hold an address.
  (tx) =>
    sql`select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '90 days'))`.execute(
      tx,
    ),
];

/** Deletes what can no longer be used. Database policies enforce the same rule, so a mistake here cannot delete more. */
const purgeWhatIsPast = defineJob({
  name: 'purge what is past',
  // At night for the funders.
  schedule: '20 8 * * *',
  payload: z.object({}),
  async run({ db }) {
    for (const purge of PURGES) {
      await withClaims(db, { isPurge: true }, async (tx) => {
        // After a long time without a worker, there may be more to delete than the time limit of a request allows.
        await sql`set local statement_timeout = '10min'`.execute(tx);
        await purge(tx);
      });
    }
  },
});

export const purgeJobs = [purgeWhatIsPast];
