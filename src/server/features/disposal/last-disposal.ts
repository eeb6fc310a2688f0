import type { Tx } from '../../platform/db/database.ts';

export interface LastDisposal {
  finishedAt: Date;
  failedCount: number;
}

/** The newest run that came to its end; null when there was none. */
export async function readLastDisposal(tx: Tx, tenantId: string): Promise<LastDisposal | null> {
  const last = await tx
    .selectFrom('disposalRuns')
    .select(['finishedAt', 'failedCount'])
    .$narrowType<{ finishedAt: Date }>()
    .where('tenantId', '=', tenantId)
    .where('finishedAt', 'is not', null)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}
