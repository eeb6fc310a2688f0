import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { type PostingReport, postDayFile } from '../../ledger/day-file/post-day-file.ts';
import { ConcurrentRunError, type PostingRun } from '../../ledger/day-file/posting-runs.ts';
import type { ConfirmedDuplicates } from '../../ledger/day-file/suspected-duplicates.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

interface AskedPosting {
  operator: Operator;
  /** The file's name, where it has one. */
  file?: string;
  /** The references of held debits that the operator confirms: as a set, or separated by commas, or `all`. */
  confirm: string | ReadonlySet<string> | undefined;
  /** The day through which everything is posted with this file, where that is not its latest date. */
  completeThrough?: CalendarDate | undefined;
  onProgress?: (run: PostingRun) => void;
}

/** Posts a day file for an operator, and records it. */
export async function postAndRecord(
  db: Database,
  tenantId: string,
  path: string,
  { onProgress, ...asked }: AskedPosting,
): Promise<PostingReport> {
  const references = confirmedBy(asked.confirm);
  try {
    const report = await postDayFile(db, tenantId, path, {
      by: asked.operator,
      fileName: asked.file ?? '',
      ...(references && { confirmed: { references, by: asked.operator } }),
      completeThrough: asked.completeThrough,
      ...(onProgress && { onProgress }),
    });
    await recordPosting(db, tenantId, report, asked);
    return report;
  } catch (error) {
    throw error instanceof ConcurrentRunError ? new Refusal('posting_running') : error;
  }
}

function confirmedBy(text: AskedPosting['confirm']): ConfirmedDuplicates | undefined {
  if (text === undefined || text === 'all' || typeof text !== 'string') return text;
  return new Set(text.split(',').map((reference) => reference.trim()));
}

/** Records one event for each file that is posted completely, even if the process that posted it ended before recording it. */
const recordPosting = (
  db: Database,
  tenantId: string,
  { run, wasFinished }: PostingReport,
  { operator, file, confirm }: AskedPosting,
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
      ...(run.completeThrough && { completeThrough: run.completeThrough }),
      ...(confirm !== undefined && { confirmed: typeof confirm === 'string' ? confirm : listed(confirm) }),
    };
    await recordAudit(tx, { actorId: null, operator, action, subject, details });
  });

/** An event names the first ones; the lines themselves keep what was decided. */
const MAX_LISTED = 20;

const listed = (references: ReadonlySet<string>): string =>
  [...[...references].slice(0, MAX_LISTED), ...(references.size > MAX_LISTED ? ['…'] : [])].join(', ');
