import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { type FoundProblem, MAX_PROBLEMS, type RowCounts } from '../import/findings.ts';
import { type ImportReport, importBook, type Progress } from '../import/import-book.ts';
import { hasBankNumbers } from '../import/kinds/all.ts';
import { openReportFile } from '../import/report-file.ts';
import { findSources, SourceError } from '../import/source.ts';
import type { FileServices } from '../import/statement-files.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { readEncryptionKeys, readFileServices } from '../platform/settings/env.ts';
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

/**
 * Imports a funder's book or a part of it. Exits with 1 when bad rows kept everything from being imported, and with 3
 * when some rows were skipped or refused.
 */
export const importCommand: Command = {
  about: 'imports a funder’s book from files, or only checks the files (docs/import)',
  usage: 'import <folder|file> --tenant <name> [--dry-run] [--skip-bad] [--report <file.csv>]',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'skip-bad': { type: 'boolean', default: false },
        report: { type: 'string' },
      },
    });
    const path = requireOneArgument('import takes one folder or one file', positionals);
    limitHeapGrowth();
    const started = performance.now();
    const sources = await findSources(path).catch((error) => {
      throw error instanceof SourceError ? new UsageError(error.message) : error;
    });
    const reportFile = values.report === undefined ? null : openReportFile(values.report);
    try {
      const report = await withDatabase(async (db) => {
        const { id: tenantId } = await requireTenant(db, values.tenant);
        return importBook(db, {
          operator: commandLineOperator(),
          tenantId,
          sources,
          isDryRun: values['dry-run'],
          skipsBad: values['skip-bad'],
          encryption: sources.some(({ kind }) => hasBankNumbers(kind))
            ? createEncryption(readEncryptionKeys())
            : null,
          services: sources.some(({ kind }) => kind === 'statements') ? await fileServices() : null,
          onProgress: showProgress(),
          onProblem: (problem: FoundProblem) => reportFile?.write(problem),
        });
      });
      printReport(report, (performance.now() - started) / 1000);
    } finally {
      reportFile?.close();
    }
  },
};

/** Loaded only when needed, because these libraries take more memory than a million payments. */
async function fileServices(): Promise<FileServices> {
  const { storage, scanner } = readFileServices();
  const { createFileStorage } = await import('../platform/integrations/file-storage.ts');
  const { createVirusScanner } = await import('../platform/integrations/virus-scan.ts');
  return { storage: createFileStorage(storage), scanner: createVirusScanner(scanner) };
}

/**
 * Millions of short-lived rows make V8 grow the heap space for new objects. Without that growth the process stays at
 * 205 MB instead of 285 MB.
 */
const limitHeapGrowth = () => setFlagsFromString('--semi-space-growth-factor=1');

const PRINT_EVERY_MS = 2_000;

/** Prints a progress line now and then: the step, how far it has come, and how fast. */
function showProgress() {
  let printedAt = performance.now();
  let reportedAt = printedAt;
  let phase = { key: '', started: printedAt };
  return ({ doing, kind, rows, of }: Progress) => {
    const key = `${doing} ${kind}`.trim();
    // The first report of a step marks the end of the step before it.
    if (key !== phase.key) phase = { key, started: reportedAt };
    reportedAt = performance.now();
    if (doing === 'waiting for another import')
      return print('Waiting for another import of this tenant to finish.');
    if (reportedAt - printedAt < PRINT_EVERY_MS) return;
    printedAt = reportedAt;
    const speed = Math.round((rows * 1000) / (reportedAt - phase.started));
    print(
      `${key}: ${formatCount(rows)}${of === undefined ? '' : ` of ${formatCount(of)}`}, ${formatCount(speed)}/s`,
    );
  };
}

function printReport({ files, applied, isDryRun }: ImportReport, seconds: number): void {
  for (const { file, problems } of files) {
    for (const { line, column, reason, outcome } of problems)
      print(
        `${file}:${line}: ${[column, reason].filter(Boolean).join(' ')}${outcome === 'refused' ? ' (refused)' : ''}`,
      );
    if (problems.length === MAX_PROBLEMS)
      print(`${file}: only the first problems are shown; --report <file.csv> lists all`);
  }
  for (const { kind, counts } of files) print(`${kind}: ${describeCounts(counts)}`);
  const isUnchanged = files.every(({ counts }) => counts.new + counts.changed === 0);
  print(`${closingLine(applied, isDryRun, isUnchanged)} ${seconds.toFixed(1)} s`);
  process.exitCode = { nothing: 1, some: 3, all: 0 }[applied];
}

/** '2 new, 1 bad' */
function describeCounts(counts: RowCounts): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([outcome, count]) => `${formatCount(count)} ${outcome}`).join(', ') || 'no rows';
}

function closingLine(applied: ImportReport['applied'], isDryRun: boolean, isUnchanged: boolean): string {
  if (applied === 'nothing') return 'Nothing was imported: some rows are invalid.';
  if (applied === 'all' && isUnchanged) return 'Everything was imported before. Nothing was changed.';
  const words = applied === 'all' ? 'Everything' : 'Everything except the rows listed above';
  return isDryRun ? `${words} would be imported. Nothing was changed.` : `${words} was imported.`;
}
