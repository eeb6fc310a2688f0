import { refusals } from '../../../shared/contract/errors.ts';
import type { operatorPostingContract } from '../../../shared/contract/operator-posting.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import type { DayFileEntry } from '../../ledger/day-file/day-file.ts';
import { DayFileError, type PostingReport, postDayFile } from '../../ledger/day-file/post-day-file.ts';
import { ConcurrentRunError } from '../../ledger/day-file/posting-runs.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { withSpooledFile } from '../../platform/http/spooled-file.ts';
import { readDayFile } from './day-file-entries.ts';
import { dryRunDayFile } from './dry-run-day-file.ts';

/** A day of a funder with a hundred thousand debits has a tenth of this. */
const MAX_BYTES = 64 * 1024 ** 2;
const MAX_AT_ONCE = 2;
/** Of more refused lines, and of more deals, the first ones are answered. */
const MAX_LISTED = 1000;

const NO_COUNTS = { posted: 0, reversed: 0, returned: 0, known: 0, refused: 0 };

const NOTHING = {
  runId: null,
  wasPosted: false,
  entryCount: 0,
  counts: NO_COUNTS,
  sums: { cleared: 0n, returned: 0n },
  refused: [],
  deals: [],
  problems: [],
};

export function postingHandlers({ db }: Pick<Deps, 'db'>): Handlers<typeof operatorPostingContract> {
  let underWay = 0;
  return {
    async postDay({ operator, tenantId, rows, format, query: { isDryRun = false } }) {
      if (format !== 'csv') throw new Refusal('not_rows', { message: 'A day’s file is sent as text/csv.' });
      if (underWay >= MAX_AT_ONCE) throw new Refusal('server_busy');
      underWay += 1;
      try {
        const answer = await withSpooledFile(
          rows,
          (_open, path) => (isDryRun ? dryRun(db, tenantId, path) : post(db, tenantId, path, operator)),
          MAX_BYTES,
        );
        return { isDryRun, ...answer };
      } catch (error) {
        if (error instanceof DayFileError)
          return { isDryRun, applied: 'nothing' as const, ...NOTHING, problems: [...error.problems] };
        throw error instanceof ConcurrentRunError ? new Refusal('posting_running') : error;
      } finally {
        underWay -= 1;
      }
    },
  };
}

async function dryRun(db: Database, tenantId: string, path: string) {
  const { entries, sums, counts, refused, deals, earlierRunId } = await dryRunDayFile(db, tenantId, path);
  return {
    ...NOTHING,
    runId: earlierRunId,
    wasPosted: earlierRunId !== null,
    applied: refused.length > 0 ? ('some' as const) : ('all' as const),
    entryCount: entries.length,
    counts,
    sums,
    refused: refused.slice(0, MAX_LISTED).map(({ entry, code }) => lineOf(entry, code)),
    deals: deals.slice(0, MAX_LISTED),
  };
}

async function post(db: Database, tenantId: string, path: string, operator: Operator) {
  const { entries, sums } = await readDayFile(path);
  const report = await postDayFile(db, tenantId, path);
  await recordOnce(db, tenantId, report, operator);
  const { run, wasFinished, refused } = report;
  const byLine = new Map(entries.map((entry) => [entry.line, entry]));
  return {
    ...NOTHING,
    runId: run.id,
    wasPosted: wasFinished,
    applied: refused.length > 0 ? ('some' as const) : ('all' as const),
    entryCount: run.entryCount,
    counts: { ...NO_COUNTS, ...run.counts },
    sums,
    refused: refused.slice(0, MAX_LISTED).flatMap(({ line, code }) => {
      const entry = byLine.get(line);
      return entry ? [lineOf(entry, code)] : [];
    }),
  };
}

/** One event for each file that is posted completely, however often it is sent. */
const recordOnce = (
  db: Database,
  tenantId: string,
  { run, wasFinished }: PostingReport,
  operator: Operator,
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
    const details = { entries: run.entryCount, ...run.counts };
    await recordAudit(tx, { actorId: null, operator, action, subject, details });
  });

const lineOf = ({ line, reference, mid, amount, date }: DayFileEntry, code: string) => ({
  line,
  reference,
  mid,
  amount,
  date,
  code,
  message: messageOf(code),
});

/** A line of a day file refers to only one thing that may not exist: its deal. */
export const messageOf = (code: string): string =>
  code === 'not_found'
    ? 'No deal of the tenant has this MID.'
    : (Object.entries(refusals).find(([known]) => known === code)?.[1].message ?? code);
