import type { operatorPostingContract } from '../../../shared/contract/operator-posting.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import type { DayFileEntry } from '../../ledger/day-file/day-file.ts';
import { DayFileError } from '../../ledger/day-file/post-day-file.ts';
import { NO_COUNTS } from '../../ledger/day-file/posting-runs.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { withSpooledFile } from '../../platform/http/spooled-file.ts';
import { readDayFile } from './day-file-entries.ts';
import { dryRunDayFile } from './dry-run-day-file.ts';
import { postAndRecord } from './post-and-record.ts';
import { messageOf } from './refusal-message.ts';

/** A day of a funder with a hundred thousand debits has a tenth of this. */
const MAX_BYTES = 64 * 1024 ** 2;
const MAX_AT_ONCE = 2;
/** Of more refused lines, and of more deals, the first ones are answered. */
const MAX_LISTED = 1000;

const NOTHING = {
  runId: null,
  wasPosted: false,
  completeThrough: null,
  entryCount: 0,
  counts: NO_COUNTS,
  sums: { cleared: 0n, returned: 0n },
  refused: [],
  held: [],
  deals: [],
  problems: [],
};

export function postingHandlers({ db }: Pick<Deps, 'db'>): Handlers<typeof operatorPostingContract> {
  let underWay = 0;
  return {
    async postDay({
      operator,
      tenantId,
      rows,
      format,
      query: { isDryRun = false, confirm, completeThrough },
    }) {
      if (format !== 'csv') throw new Refusal('not_rows', { message: 'A day’s file is sent as text/csv.' });
      if (underWay >= MAX_AT_ONCE) throw new Refusal('server_busy');
      underWay += 1;
      try {
        const answer = await withSpooledFile(
          rows,
          (_open, path) =>
            isDryRun
              ? dryRun(db, tenantId, path, completeThrough)
              : post(db, tenantId, path, { operator, confirm, completeThrough }),
          MAX_BYTES,
        );
        return { isDryRun, ...answer };
      } catch (error) {
        if (error instanceof DayFileError)
          return { isDryRun, applied: 'nothing' as const, ...NOTHING, problems: [...error.problems] };
        throw error;
      } finally {
        underWay -= 1;
      }
    },
  };
}

async function dryRun(db: Database, tenantId: string, path: string, said: CalendarDate | undefined) {
  const { entries, sums, counts, refused, held, deals, earlierRunId, completeThrough } = await dryRunDayFile(
    db,
    tenantId,
    path,
    said,
  );
  return {
    ...NOTHING,
    runId: earlierRunId,
    wasPosted: earlierRunId !== null,
    completeThrough,
    applied: appliedOf(counts),
    entryCount: entries.length,
    counts,
    sums,
    refused: refused.slice(0, MAX_LISTED).map(({ entry, code }) => lineOf(entry, code)),
    held: held.slice(0, MAX_LISTED),
    deals: deals.slice(0, MAX_LISTED),
  };
}

async function post(
  db: Database,
  tenantId: string,
  path: string,
  asked: {
    operator: Operator;
    confirm: string | undefined;
    completeThrough: CalendarDate | undefined;
  },
) {
  const { entries, sums } = await readDayFile(path);
  const { run, wasFinished, refused, held } = await postAndRecord(db, tenantId, path, asked);
  const byLine = new Map(entries.map((entry) => [entry.line, entry]));
  return {
    ...NOTHING,
    runId: run.id,
    wasPosted: wasFinished,
    completeThrough: run.completeThrough,
    applied: appliedOf({ refused: refused.length, held: held.length }),
    entryCount: run.entryCount,
    counts: run.counts,
    sums,
    refused: refused.slice(0, MAX_LISTED).flatMap(({ line, code }) => {
      const entry = byLine.get(line);
      return entry ? [lineOf(entry, code)] : [];
    }),
    held: held.slice(0, MAX_LISTED),
  };
}

const appliedOf = ({ refused, held }: { refused: number; held: number }) =>
  refused + held > 0 ? ('some' as const) : ('all' as const);

const lineOf = ({ line, reference, mid, amount, date }: DayFileEntry, code: string) => ({
  line,
  reference,
  mid,
  amount,
  date,
  code,
  message: messageOf(code),
});
