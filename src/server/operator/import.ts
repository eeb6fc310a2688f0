import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import type { ControlTotal } from '../import/control-totals.ts';
import { type ImportReport, importBook, type Progress } from '../import/import-book.ts';
import { hasBankNumbers } from '../import/kinds/all.ts';
import { parseTotals, readTotals, TotalsError } from '../import/read-totals.ts';
import { openReportFile } from '../import/report-file.ts';
import { findSources, SourceError } from '../import/source.ts';
import type { FileServices } from '../import/statement-files.ts';
import { termsFile } from '../import/weekday-suggestions.ts';
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
import { printReport } from './import-report.ts';
import { openNewFile, pathOfNewFile } from './new-file.ts';

/**
 * Imports a funder's book or a part of it. Exits with 1 when bad rows kept everything from being imported, and with 3
 * when some rows were skipped or refused.
 */
export const importCommand: Command = {
  about: 'imports a funder’s book from files, or only checks the files (docs/import)',
  usage:
    'import <folder|file> --tenant <name> [--dry-run] [--skip-bad] [--report <file.csv>] [--expect funded=…,rtr=…,collected=…] [--totals <file>] [--suggest-weekdays <folder|file.csv>]',
  async run(args) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tenant: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'skip-bad': { type: 'boolean', default: false },
        report: { type: 'string' },
        expect: { type: 'string', multiple: true, default: [] },
        totals: { type: 'string' },
        'suggest-weekdays': { type: 'string' },
      },
    });
    // `--expect funded=1 rtr=2` reads well too.
    const isExpected = (text: string) => values.expect.length > 0 && /^(funded|rtr|collected)=/.test(text);
    const path = requireOneArgument(
      'import takes one folder or one file',
      positionals.filter((text) => !isExpected(text)),
    );
    const totals = await expectedTotals([...values.expect, ...positionals.filter(isExpected)], values.totals);
    limitHeapGrowth();
    const started = performance.now();
    const sources = await findSources(path).catch((error) => {
      throw error instanceof SourceError ? new UsageError(error.message) : error;
    });
    const take = async (): Promise<ImportReport> => {
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
            totals,
            encryption: sources.some(({ kind }) => hasBankNumbers(kind))
              ? createEncryption(readEncryptionKeys())
              : null,
            services: sources.some(({ kind }) => kind === 'statements') ? await fileServices() : null,
            onProgress: showProgress(),
            onProblem: reportFile?.problem,
            onChange: reportFile?.change,
          });
        });
        printReport(report, (performance.now() - started) / 1000);
        return report;
      } finally {
        reportFile?.close();
      }
    };
    if (values['suggest-weekdays'] === undefined) await take();
    else await writingSuggestions(values['suggest-weekdays'], take);
  },
};

/** The suggested weekdays as a file of terms, which somebody looks through and imports. Where there are none, there is no file. */
async function writingSuggestions(place: string, take: () => Promise<ImportReport>): Promise<void> {
  const path = await pathOfNewFile(place, 'terms.csv');
  const file = await openNewFile(path);
  const isKept = await file.keepIf(async (write) => {
    const { suggestions } = await take();
    await write(Readable.from([Buffer.from(termsFile(suggestions))]));
    return suggestions.length > 0;
  });
  print(isKept ? `The suggested weekdays are in ${path}.` : 'No weekday is suggested.');
}

async function expectedTotals(texts: readonly string[], file: string | undefined): Promise<ControlTotal[]> {
  try {
    const ofBook = texts.length > 0 ? parseTotals(texts) : [];
    return [...ofBook, ...(file === undefined ? [] : await readTotals(file))];
  } catch (error) {
    throw error instanceof TotalsError ? new UsageError(error.message) : error;
  }
}

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
