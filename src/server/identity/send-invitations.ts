import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { mailInvitation } from './invitation-mails.jobs.ts';

/** Notes that people are invited, and has the mails with their links sent. */
export async function sendInvitations(tx: Tx, tenantId: string, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .updateTable('memberships')
    .set({ invitedAt: sql<Date>`now()`, declinedAt: null, invitationOpenedAt: null })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', sql<bigint>`any(${userIds}::bigint[])`)
    .execute();
  await addJobs(
    tx,
    mailInvitation,
    userIds.map((userId) => ({ tenantId, userId: userId.toString() })),
  );
}
