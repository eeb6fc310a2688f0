import { parseArgs } from 'node:util';
import { formatFileSize } from '../../shared/domain/offer-files.ts';
import { type DealFile, findDealFile, listDealFiles } from '../features/deal-files/deal-files.queries.ts';
import { recordDownload } from '../features/deal-files/record-download.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { readFileServices } from '../platform/settings/env.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  print,
  printStatus,
  refuseOtherOptions,
  requireNamed,
  requireNumber,
  requireTenant,
  requireText,
  UsageError,
  withDatabase,
} from './command.ts';
import { openNewFile, pathOfNewFile } from './new-file.ts';
import { safeFileName } from './safe-file-name.ts';

const options = {
  tenant: { type: 'string' },
  deal: { type: 'string' },
  file: { type: 'string' },
  to: { type: 'string' },
} as const;

type Values = { [K in keyof typeof options]?: string };

const WORDS: Readonly<Record<string, { takes: readonly string[]; run(values: Values): Promise<void> }>> = {
  list: { takes: ['deal'], run: list },
  get: { takes: ['file', 'to'], run: get },
};

export const fileCommand: Command = {
  about: 'lists and saves the files that brokers sent with their acceptances',
  usage: [
    'file list --tenant <name> --deal <id, or :your own>',
    'file get --tenant <name> --file <id> --to <path or folder>',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [name = '', ...more] = positionals;
    const word = WORDS[name];
    if (!word) throw new UsageError(`file expects one of ${Object.keys(WORDS).join(', ')}.`);
    if (more.length > 0) throw new UsageError('There is one argument too many.');
    refuseOtherOptions(`file ${name}`, values, word.takes);
    await word.run(values);
  },
};

async function list({ tenant, deal }: Values): Promise<void> {
  const named = requireNamed('--deal', deal);
  const files = await inTenant(tenant, (tx, tenantId) => listDealFiles(tx, tenantId, named));
  for (const { id, name, category, size, attachedAt } of files)
    print([id, name, category ?? '-', formatFileSize(size), attachedAt.toISOString()].join('\t'));
}

async function get({ tenant, file: id, to }: Values): Promise<void> {
  const fileId = requireNumber('--file', id);
  const place = requireText('--to', to);
  await withDatabase(async (db) => {
    const { id: tenantId } = await requireTenant(db, tenant);
    const file = await withTenant(db, tenantId, (tx) => findDealFile(tx, tenantId, fileId), {
      readOnly: true,
    });
    const path = await pathOfNewFile(place, safeFileName(file.name));
    const saved = await openNewFile(path);
    const isSaved = await saved.keepIf(async (write) => {
      await withTenant(db, tenantId, (tx) => recordDownload(tx, file, commandLineOperator()));
      const { createFileStorage } = await import('../platform/integrations/file-storage.ts');
      const { body } = await createFileStorage(readFileServices().storage).get(file.storageKey);
      return (await write(body)).equals(file.sha256);
    });
    if (isSaved) report(file, path);
    else {
      printStatus(`File ${fileId} does not match the checksum of the scanned file. It was not saved.`);
      process.exitCode = 1;
    }
  });
}

function report({ id, dealId, name, size }: DealFile, path: string): void {
  print(path);
  printStatus(`File ${id} of deal ${dealId}: ${name}, ${formatFileSize(size)}.`);
}
