import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { postAndRecord } from '../features/posting/post-and-record.ts';
import { messageOf } from '../features/posting/refusal-message.ts';
import { FileChangedError } from '../ledger/day-file/checked-file.ts';
import { DayFileError, type PostingReport } from '../ledger/day-file/post-day-file.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  parseDay,
  print,
  requireOneArgument,
  requireTenant,
  requireText,
  UsageError,
  withDatabase,
} from './command.ts';
import { printDryRun, sayCompleteThrough, sayCounts } from './post-dry-run.ts';

export const postCommand: Command = {
  about: 'posts a file with the payments of a day',
  usage: [
    'post <file.csv> --tenant <name> [--complete-through <date>] [--confirm <reference>[,<reference>…] | --confirm-duplicates]',
    'post <file.csv> --tenant <name> [--complete-through <date>] --dry-run',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'complete-through': { type: 'string' },
        confirm: { type: 'string' },
        'confirm-duplicates': { type: 'boolean' },
      },
    });
    const path = requireOneArgument('post takes one file', positionals);
    if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
    const confirm = values['confirm-duplicates'] ? 'all' : values.confirm;
    if (confirm !== undefined) requireText('--confirm', confirm.replaceAll(',', ' '));
    const completeThrough = parseDay('--complete-through', values['complete-through']);
    const started = performance.now();
    try {
      if (values['dry-run'])
        return await withDatabase(async (db) =>
          printDryRun(db, (await requireTenant(db, values.tenant)).id, path, completeThrough),
        );
      const report = await withDatabase(async (db) => {
        const { id } = await requireTenant(db, values.tenant);
        return postAndRecord(db, id, path, {
          operator: commandLineOperator(),
          file: basename(path),
          confirm,
          completeThrough,
          onProgress: ({ position, entryCount }) =>
            print(`${formatCount(position)} of ${formatCount(entryCount)} entries`),
        });
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

function printReport(
  path: string,
  { run, wasFinished, refused, held }: PostingReport,
  seconds: number,
): void {
  for (const { line, reference, code } of refused)
    print(`${path}:${line}: ${reference} refused: ${messageOf(code)} (${code})`);
  for (const { line, reference, mid, amount, date, resembles } of held)
    print(
      `${path}:${line}: ${reference} held: ${formatMoney(amount)} of deal ${mid} on ${formatDate(date)}, like ${resembles}`,
    );
  print(
    `${wasFinished ? 'Posted before' : 'Done'}: ${sayCounts(run.entryCount, run.counts)}${sayCompleteThrough(run.completeThrough)}; ${seconds.toFixed(1)} s`,
  );
  if (held.length > 0)
    print(
      'What is held was not posted: the same deal was debited the same amount on the same day under another reference. ' +
        'If it is a payment of its own, post the file again with --confirm <reference>, or --confirm-duplicates for all.',
    );
  if (refused.length > 0) process.exitCode = 3;
  else if (held.length > 0) process.exitCode = 4;
}
