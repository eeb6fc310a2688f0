import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { makeScheduleA } from './schedule-a.jobs.ts';

/** Has the Schedule A of new shares made, in the transaction that adds the shares. */
export async function queueScheduleA(
  tx: Tx,
  tenantId: string,
  participationIds: readonly bigint[],
): Promise<void> {
  await tx
    .insertInto('shareExhibits')
    .values(participationIds.map((participationId) => ({ tenantId, participationId })))
    .execute();
  await addJobs(
    tx,
    makeScheduleA,
    participationIds.map((id) => ({ tenantId, participationId: id.toString() })),
  );
}
