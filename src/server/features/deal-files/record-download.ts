import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { DealFile } from './deal-files.queries.ts';

/** The audit event of a download, whether by command or by API call. */
export const downloadEvent = ({ id, dealId }: Pick<DealFile, 'id' | 'dealId'>) => ({
  subject: `file ${id}`,
  details: { deal: Number(dealId) },
});

/** Called by the command before it hands out a file. */
export const recordDownload = (tx: Tx, file: DealFile, operator: Operator): Promise<void> =>
  recordAudit(tx, { actorId: null, operator, action: 'deal file fetched', ...downloadEvent(file) });
