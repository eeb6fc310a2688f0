import type { DealFile } from './deal-files.queries.ts';

/** The audit event of a download. */
export const downloadEvent = ({ id, dealId }: Pick<DealFile, 'id' | 'dealId'>) => ({
  subject: `file ${id}`,
  details: { deal: Number(dealId) },
});
