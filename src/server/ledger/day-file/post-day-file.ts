import { basename } from 'node:path';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { Problem } from '../../platform/records/problem.ts';
import { openPaymentSource } from '../payment-sources.ts';
import { completeDay, requireDayHasCome } from '../standings/complete-day.ts';
import { confirmHeldEntries } from './confirm-held-entries.ts';
import { checkDayFile, readBatches } from './day-file.ts';
import { type HeldEntry, readHeldEntries } from './held-entries.ts';
import { postEntries } from './post-entries.ts';
import {
  advanceRun,
  lockRun,
  openRun,
  type PostingRun,
  type RefusedEntry,
  readRefusals,
} from './posting-runs.ts';
import type { ConfirmedDuplicates } from './suspected-duplicates.ts';

export class DayFileError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('Nothing was posted: the file has invalid lines.');
    this.name = 'DayFileError';
    this.problems = problems;
  }
}

export interface PostingReport {
  run: PostingRun;
  /** True when an earlier run had already posted the whole file. */
  wasFinished: boolean;
  refused: RefusedEntry[];
  /** What waits to be confirmed. */
  held: HeldEntry[];
}

interface PostingOptions {
  /** Who posts it. */
  by?: Operator;
  /** As payments name it; empty for what a system has sent without a name. */
  fileName?: string;
  batchSize?: number;
  /** The debits that resemble another one and are posted nevertheless, and who has confirmed that. */
  confirmed?: { references: ConfirmedDuplicates; by: Operator };
  /** The day through which everything is posted with this file, where that is not its latest date. */
  completeThrough?: CalendarDate | undefined;
  onProgress?: (run: PostingRun) => void;
}

/** Larger batches save little time and hold their locks longer. */
const BATCH_SIZE = 500;

/**
 * Posts a day file in batches. Each batch is one transaction that also stores the position reached in the file, so a
 * run that was stopped at any point continues when it is started again with the same file. A file that has been posted
 * completely changes nothing, except that what it held is posted once it is confirmed.
 */
export async function postDayFile(
  db: Database,
  tenantId: string,
  path: string,
  { by, fileName = basename(path), batchSize = BATCH_SIZE, confirmed, ...asked }: PostingOptions = {},
): Promise<PostingReport> {
  const { completeThrough: said, onProgress } = asked;
  await requireDayHasCome(db, said);
  const { fingerprint, entryCount, latestDate, problems } = await checkDayFile(path);
  if (problems.length > 0) throw new DayFileError(problems);
  const file = {
    hash: fingerprint.hash,
    name: basename(path),
    entryCount,
    completeThrough: said ?? latestDate,
    isSaid: said !== undefined,
  };
  let run = await withTenant(db, tenantId, async (tx) => {
    const opened = await openRun(tx, tenantId, file);
    if (opened.isFinished) await completeDay(tx, tenantId, opened.completeThrough);
    return opened;
  });
  const wasFinished = run.isFinished;
  const references = confirmed?.references ?? new Set<string>();
  if (!wasFinished) {
    const unposted = readBatches(path, { fingerprint, position: run.position, batchSize });
    const { id: runId } = run;
    const sourceId = await withTenant(db, tenantId, (tx) =>
      openPaymentSource(tx, tenantId, { kind: 'day file', fileName, runId, by }),
    );
    for await (const entries of unposted) {
      run = await withTenant(db, tenantId, async (tx) => {
        const { postedOn } = run;
        await lockRun(tx, tenantId, run);
        const counts = await postEntries(tx, tenantId, {
          ...{ runId, sourceId, entries, postedOn },
          confirmed: references,
        });
        const advanced = await advanceRun(tx, tenantId, runId, counts);
        if (advanced.isFinished) await completeDay(tx, tenantId, advanced.completeThrough);
        return advanced;
      });
      onProgress?.(run);
    }
  }
  if (confirmed)
    run = await confirmHeldEntries(db, tenantId, run, {
      ...{ ...confirmed, batchSize },
      fileName,
    });
  return withTenant(db, tenantId, async (tx) => ({
    run,
    wasFinished,
    refused: await readRefusals(tx, tenantId, run.id),
    held: await readHeldEntries(tx, tenantId, run.id),
  }));
}
