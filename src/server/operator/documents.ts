import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { readDocumentName } from '../../shared/domain/document-names.ts';
import {
  DOCUMENT_CATEGORIES,
  type DocumentCategory,
  FIRST_TAX_YEAR,
  LAST_TAX_YEAR,
  MAX_DOCUMENTS_PER_PUBLICATION,
} from '../../shared/domain/documents.ts';
import { FILE_REFUSALS, formatFileSize, MAX_FILE_BYTES } from '../../shared/domain/offer-files.ts';
import { listDocuments, listRecipients } from '../features/documents/desk-documents.queries.ts';
import { checkFile, type FileToPublish, publishFiles } from '../features/documents/publish-folder.ts';
import { withdrawDocument } from '../features/documents/withdraw-document.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { readFileServices } from '../platform/settings/env.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  inTenant,
  oneOf,
  parseDay,
  print,
  printStatus,
  requireNumber,
  requireTenant,
  requireText,
  UsageError,
  withDatabase,
} from './command.ts';

const OPTIONS = {
  tenant: { type: 'string' },
  file: { type: 'string' },
  'from-folder': { type: 'string' },
  title: { type: 'string' },
  category: { type: 'string' },
  'tax-year': { type: 'string' },
  expires: { type: 'string' },
  syndicate: { type: 'string' },
  all: { type: 'boolean', default: false },
  'also-later': { type: 'boolean', default: false },
  'skip-unmatched': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

const SAID =
  '[--title <text>] [--category <agreement|tax form|letter|other>] [--tax-year <year>] [--expires <YYYY-MM-DD>] [--dry-run]';

/** Exits with 1 when nothing was published because of some files, and with 3 when those were left out. */
const publishCommand: Command = {
  about: 'sends documents to investors',
  usage: [
    `documents publish --tenant <name> --file <path> --syndicate <A,B> | --all [--also-later] ${SAID}`,
    `documents publish --tenant <name> --from-folder <folder> [--skip-unmatched] ${SAID}`,
  ],
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    if (positionals.length > 1) throw new UsageError('There is one argument too many.');
    const { file, 'from-folder': folder } = values;
    if ((file === undefined) === (folder === undefined))
      throw new UsageError('documents publish takes --file or --from-folder.');
    if (folder !== undefined && (values.all || values.syndicate !== undefined))
      throw new UsageError('With --from-folder, the names of the files say whom they go to.');
    if (values['also-later'] && !values.all) throw new UsageError('--also-later goes with --all.');
    const said = {
      title: values.title?.trim() || undefined,
      category: categoryOf(values.category),
      taxYear:
        values['tax-year'] === undefined
          ? undefined
          : Number(
              requireNumber('--tax-year', values['tax-year'], { from: FIRST_TAX_YEAR, to: LAST_TAX_YEAR }),
            ),
      expiresOn: parseDay('--expires', values.expires),
    };
    const paths = await pathsOf(file, folder);
    await withDatabase(async (db) => {
      const { id: tenantId } = await requireTenant(db, values.tenant);
      const known = await withTenant(db, tenantId, (tx) => listRecipients(tx, tenantId), { readOnly: true });
      const to = {
        isForAll: values.all,
        isForLater: values['also-later'],
        named: values.syndicate?.split(',').map((name) => name.trim()),
      };
      const proposals = proposalsOf(paths, known, said, folder === undefined ? to : null);
      await publish(db, tenantId, proposals, {
        isDryRun: values['dry-run'],
        skipsUnmatched: values['skip-unmatched'],
      });
    });
  },
};

function categoryOf(text: string | undefined): DocumentCategory | undefined {
  const found = DOCUMENT_CATEGORIES.find((category) => category === text);
  if (text !== undefined && found === undefined)
    throw new UsageError(`--category expects one of ${DOCUMENT_CATEGORIES.join(', ')}.`);
  return found;
}

async function pathsOf(file: string | undefined, folder: string | undefined): Promise<string[]> {
  if (folder === undefined) return [requireText('--file', file)];
  const found = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UsageError(`There is no folder ${folder}.`);
  });
  const paths = found
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
    .sort();
  if (paths.length === 0) throw new UsageError(`There is no file in ${folder}.`);
  if (paths.length > MAX_DOCUMENTS_PER_PUBLICATION)
    throw new UsageError(
      `The folder has ${formatCount(paths.length)} files. At most ${MAX_DOCUMENTS_PER_PUBLICATION} are published together.`,
    );
  return paths;
}

type Syndicate = Awaited<ReturnType<typeof listRecipients>>[number];

interface Said {
  title: string | undefined;
  category: DocumentCategory | undefined;
  taxYear: number | undefined;
  expiresOn: CalendarDate | undefined;
}

interface To {
  isForAll: boolean;
  isForLater: boolean;
  named: readonly string[] | undefined;
}

interface Proposal extends Omit<FileToPublish, 'bytes'> {
  path: string;
  /** Who gets it, in words. Null where the name of the file matches nobody, or several equally well. */
  recipients: string | null;
}

/** What would be published to whom: what was said, and otherwise what the name of the file says. */
function proposalsOf(
  paths: readonly string[],
  known: readonly Syndicate[],
  said: Said,
  to: To | null,
): Proposal[] {
  return paths.map((path) => {
    const name = basename(path);
    const read = readDocumentName(name, known);
    const chosen = to === null ? (read.syndicate ? [read.syndicate] : []) : recipientsOf(to, known);
    return {
      ...{ path, name, title: said.title ?? read.title, category: said.category ?? read.category },
      ...{ taxYear: said.taxYear ?? read.taxYear, expiresOn: said.expiresOn ?? null },
      ...{ isForAll: to?.isForAll ?? false, isForLater: to?.isForLater ?? false },
      syndicateIds: chosen.map(({ id }) => id),
      recipients: to?.isForAll ? 'all syndicates' : chosen.map((one) => one.abbreviation).join(', ') || null,
    };
  });
}

function recipientsOf({ isForAll, named = [] }: To, known: readonly Syndicate[]): Syndicate[] {
  if (isForAll === named.length > 0)
    throw new UsageError('--syndicate names who gets the file, or --all sends it to everybody.');
  return named.map((name) => {
    const found = known.find(({ abbreviation, id }) => abbreviation === name || String(id) === name);
    if (!found) throw new UsageError(`There is no syndicate ${name}.`);
    return found;
  });
}

interface How {
  isDryRun: boolean;
  skipsUnmatched: boolean;
}

async function publish(
  db: Database,
  tenantId: string,
  proposals: readonly Proposal[],
  { isDryRun, skipsUnmatched }: How,
): Promise<void> {
  const services = await fileServices();
  const fit = [];
  let unfitCount = 0;
  let unmatchedCount = 0;
  for (const { path, recipients, ...proposal } of proposals) {
    const problem = recipients === null ? 'matches no syndicate, or more than one' : await problemOf(path);
    const checked =
      problem === null ? await checkFile(services, { ...proposal, bytes: await readFile(path) }) : null;
    const refusal = checked && 'refusal' in checked ? FILE_REFUSALS[checked.refusal] : problem;
    if (checked && 'file' in checked) fit.push(checked.file);
    else unfitCount += 1;
    if (recipients === null) unmatchedCount += 1;
    const { name, title, category } = proposal;
    print([name, recipients ?? '-', refusal ?? `${title} (${category})`].join('\t'));
  }
  if (unmatchedCount > 0)
    printStatus(
      'The name of a file begins with the abbreviation of its syndicate, such as NGP-1099-2026.pdf. The page Investors of the desk has the abbreviations.',
    );
  if (isDryRun) {
    printStatus(`${fit.length} of ${proposals.length} would be published. Nothing was.`);
    process.exitCode = unfitCount > 0 ? 3 : 0;
    return;
  }
  if (unfitCount > 0 && !(skipsUnmatched && fit.length > 0)) {
    printStatus(
      `Nothing was published: ${unfitCount} of ${proposals.length} cannot be. --skip-unmatched leaves them out.`,
    );
    process.exitCode = 1;
    return;
  }
  const outcomes = await publishFiles(db, services, { tenantId, operator: commandLineOperator() }, fit);
  const sent = outcomes.filter(({ isPublished }) => isPublished).length;
  printStatus(`${sent} published, ${outcomes.length - sent} were sent before and not again.`);
  if (unfitCount > 0) {
    printStatus(`${unfitCount} were left out.`);
    process.exitCode = 3;
  }
}

async function problemOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return 'is not a file';
  return found.size > MAX_FILE_BYTES || found.size === 0 ? 'is empty or larger than 20 MB' : null;
}

async function fileServices() {
  const { storage, scanner } = readFileServices();
  const { createFileStorage } = await import('../platform/integrations/file-storage.ts');
  const { createVirusScanner } = await import('../platform/integrations/virus-scan.ts');
  return { storage: createFileStorage(storage), scanner: createVirusScanner(scanner) };
}

const listCommand: Command = {
  about: 'lists the documents that were sent',
  usage: 'documents list --tenant <name> [--category <category>]',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: OPTIONS.tenant, category: OPTIONS.category },
    });
    const category = categoryOf(values.category);
    const { documents, count } = await inTenant(values.tenant, (tx, tenantId) =>
      listDocuments(tx, tenantId, { category }),
    );
    for (const { id, state, title, name, category: kind, size, recipientCount, openedCount } of documents)
      print(
        [
          id,
          state,
          title ?? name,
          kind ?? '-',
          formatFileSize(size),
          `${openedCount}/${recipientCount} opened`,
        ].join('\t'),
      );
    if (count > documents.length) printStatus(`The newest ${documents.length} of ${formatCount(count)}.`);
  },
};

const withdrawCommand: Command = {
  about: 'withdraws one for good',
  usage: 'documents withdraw --tenant <name> --document <id> --reason <text>',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tenant: OPTIONS.tenant, document: { type: 'string' }, reason: { type: 'string' } },
    });
    const documentId = requireText('--document', values.document);
    if (!/^[0-9a-f-]{36}$/i.test(documentId))
      throw new UsageError('--document expects the id of a document.');
    const reason = requireText('--reason', values.reason);
    await inTenant(values.tenant, (tx, tenantId) =>
      withdrawDocument(tx, tenantId, { documentId, reason }, commandLineOperator()),
    );
    print(`Document ${documentId} is withdrawn.`);
  },
};

export const documentsCommand = oneOf('documents', {
  publish: publishCommand,
  list: listCommand,
  withdraw: withdrawCommand,
});
