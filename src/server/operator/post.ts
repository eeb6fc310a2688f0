import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { recordAudit } from '../db/audit.ts';
import type { Database } from '../db/database.ts';
import { withTenant } from '../db/transactions.ts';
import { listEvents } from '../features/audit-trail/audit-events.queries.ts';
import { DayFileError, type PostingReport, postDayFile } from '../ledger/day-file/post-day-file.ts';
import {
  type Command,
  commandLine,
  grouped,
  print,
  requireOne,
  requireTenant,
  withDatabase,
} from './command.ts';

export const postCommand: Command = {
  usage: 'post <file.csv> --tenant <name>',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: { type: 'string' } },
    });
    const path = requireOne('post takes one file', positionals);
    const started = performance.now();
    try {
      const report = await withDatabase(async (db) => {
        const { id } = await requireTenant(db, values.tenant);
        const posted = await postDayFile(db, id, path, {
          onProgress: ({ position, entryCount }) =>
            print(`${grouped(position)} of ${grouped(entryCount)} entries`),
        });
        await recordOnce(db, id, path, posted);
        return posted;
      });
      printReport(path, report, (performance.now() - started) / 1000);
    } catch (error) {
      if (!(error instanceof DayFileError)) throw error;
      for (const { line, column, reason } of error.problems) {
        print(`${path}:${line}: ${[column, reason].filter(Boolean).join(' ')}`);
      }
      print(error.message);
      process.exitCode = 1;
    }
  },
};

/** One event for a file that is through, also where the process that posted it ended before it could say so. */
const recordOnce = (db: Database, tenantId: string, path: string, { run, wasFinished }: PostingReport) =>
  withTenant(db, tenantId, async (tx) => {
    const action = 'payments posted';
    const subject = `posting run ${run.id}`;
    if (wasFinished && (await listEvents(tx, tenantId, { action, subject }, { limit: 1 })).length > 0) return;
    const details = { file: basename(path), entries: run.entryCount, ...run.counts };
    await recordAudit(tx, { actorId: null, operator: commandLine(), action, subject, details });
  });

function printReport(path: string, { run, wasFinished, refused }: PostingReport, seconds: number): void {
  for (const { line, reference, code } of refused) print(`${path}:${line}: ${reference} refused, ${code}`);
  const { posted, reversed, returned, known } = run.counts;
  print(
    `${wasFinished ? 'Posted before' : 'Done'}: ${grouped(run.entryCount)} entries; ${grouped(posted)} posted, ` +
      `${grouped(reversed)} reversed, ${grouped(returned)} returned, ${grouped(known)} known already, ` +
      `${grouped(run.counts.refused)} refused; ${seconds.toFixed(1)} s`,
  );
  if (refused.length > 0) process.exitCode = 3;
}
