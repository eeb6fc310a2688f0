import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { refusals } from '../../shared/contract/errors.ts';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { listEvents } from '../features/audit-trail/audit-events.queries.ts';
import { FileChangedError } from '../ledger/day-file/checked-file.ts';
import { DayFileError, type PostingReport, postDayFile } from '../ledger/day-file/post-day-file.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  print,
  requireOneArgument,
  requireTenant,
  UsageError,
  withDatabase,
} from './command.ts';
import { printDryRun } from './post-dry-run.ts';

export const postCommand: Command = {
  about: 'posts a file with the payments of a day',
  usage: [
    'post <file.csv> --tenant <name> [--confirm <reference>[,<reference>…] | --confirm-duplicates]',
    'post <file.csv> --tenant <name> --dry-run',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean' },
        confirm: { type: 'string' },
        'confirm-duplicates': { type: 'boolean' },
      },
    });
    const path = requireOneArgument('post takes one file', positionals);
    if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
    const references = confirmedBy(values);
    const started = performance.now();
    try {
      if (values['dry-run'])
        return await withDatabase(async (db) =>
          printDryRun(db, (await requireTenant(db, values.tenant)).id, path),
        );
      const report = await withDatabase(async (db) => {
        const { id } = await requireTenant(db, values.tenant);
        const posted = await postDayFile(db, id, path, {
          ...(references && { confirmed: { references, by: commandLineOperator() } }),
          onProgress: ({ position, entryCount }) =>
            print(`${formatCount(position)} of ${formatCount(entryCount)} entries`),
        });
        await recordOnce(db, id, path, posted, values.confirm ?? (references && 'all'));
        return posted;
      });
      printReport(path, report, (performance.now() - started) / 1000);
    } catch (error) {
      if (!(error instanceof DayFileError || error instanceof FileChangedError)) throw error;
      const problems = error instanceof DayFileError ? error.problems : [];
      for (const { line, column, reason } of problems) {
        print(`${path}:${line}: ${[column, reason].filter(Boolean).join(' ')}`);
      }
      print(error.message);
      process.exitCode = 1;
    }
  },
};

function confirmedBy(values: { confirm?: string; 'confirm-duplicates'?: boolean }) {
  if (values['confirm-duplicates']) return 'all';
  if (values.confirm === undefined) return undefined;
  const references = values.confirm
    .split(',')
    .map((reference) => reference.trim())
    .filter(Boolean);
  if (references.length === 0) throw new UsageError('--confirm expects references that are held.');
  return new Set(references);
}

/**
 * Records one event for each file that is posted completely, even if the process that posted it ended before recording
 * it.
 */
const recordOnce = (
  db: Database,
  tenantId: string,
  path: string,
  { run, wasFinished }: PostingReport,
  confirmed: string | undefined,
) =>
  withTenant(db, tenantId, async (tx) => {
    const action = 'payments posted';
    const subject = `posting run ${run.id}`;
    if (wasFinished && (await listEvents(tx, tenantId, { action, subject }, { limit: 1 })).length > 0) return;
    const details = {
      file: basename(path),
      entries: run.entryCount,
      ...run.counts,
      ...(confirmed && { confirmed }),
    };
    await recordAudit(tx, { actorId: null, operator: commandLineOperator(), action, subject, details });
  });

function printReport(
  path: string,
  { run, wasFinished, refused, held }: PostingReport,
  seconds: number,
): void {
  for (const { line, reference, code } of refused)
    print(`${path}:${line}: ${reference} refused: ${wordsOf(code)} (${code})`);
  for (const { line, reference, mid, amount, date, resembles } of held)
    print(
      `${path}:${line}: ${reference} held: ${formatMoney(amount)} of deal ${mid} on ${formatDate(date)}, like ${resembles}`,
    );
  const { known, ...others } = run.counts;
  const counts = Object.entries({ ...others, 'already posted': known })
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${formatCount(count)} ${outcome}`);
  print(
    `${wasFinished ? 'Posted before' : 'Done'}: ${formatCount(run.entryCount)} ${run.entryCount === 1 ? 'entry' : 'entries'}; ${counts.join(', ') || 'none'}; ${seconds.toFixed(1)} s`,
  );
  if (held.length > 0)
    print(
      'What is held was not posted: the same deal was debited the same amount on the same day under another reference. ' +
        'If it is a payment of its own, post the file again with --confirm <reference>, or --confirm-duplicates for all.',
    );
  if (refused.length > 0) process.exitCode = 3;
  else if (held.length > 0) process.exitCode = 4;
}

/** A line of a day file refers to only one thing that may not exist: its deal. */
const wordsOf = (code: string): string =>
  code === 'not_found'
    ? 'No deal of the tenant has this MID.'
    : (Object.entries(refusals).find(([known]) => known === code)?.[1].message ?? code);
