import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { DealFile } from './deal-files.queries.ts';

/** What the audit trail tells of a fetch, by whichever door. */
export const fetchOf = ({ id, dealId }: Pick<DealFile, 'id' | 'dealId'>) => ({
  subject: `file ${id}`,
  details: { deal: Number(dealId) },
});

/** Before a file is handed out by the command. */
export const recordFetch = (tx: Tx, file: DealFile, operator: Operator): Promise<void> =>
  recordAudit(tx, { actorId: null, operator, action: 'deal file fetched', ...fetchOf(file) });
