import type { PostingReport } from '../../ledger/day-file/post-day-file.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';

interface PostedBy {
  operator: Operator;
  /** The file's name, where it has one. */
  file?: string;
  /** The references of held debits that were confirmed with it, or `all`. */
  confirm: string | undefined;
}

/** Records one event for each file that is posted completely, even if the process that posted it ended before recording it. */
export const recordPosting = (
  db: Database,
  tenantId: string,
  { run, wasFinished }: PostingReport,
  { operator, file, confirm }: PostedBy,
): Promise<void> =>
  withTenant(db, tenantId, async (tx) => {
    const [action, subject] = ['payments posted', `posting run ${run.id}`] as const;
    const known = await tx
      .selectFrom('auditEvents')
      .select('sequence')
      .where('tenantId', '=', tenantId)
      .where('action', '=', action)
      .where('subject', '=', subject)
      .limit(1)
      .executeTakeFirst();
    if (wasFinished && known) return;
    const details = {
      ...(file !== undefined && { file }),
      entries: run.entryCount,
      ...run.counts,
      ...(confirm !== undefined && { confirmed: confirm }),
    };
    await recordAudit(tx, { actorId: null, operator, action, subject, details });
  });
