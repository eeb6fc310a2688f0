import type { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { RowCounts } from '../import/findings.ts';
import { type ImportReport, type ImportRequest, importBook } from '../import/import-book.ts';
import { findSources } from '../import/source.ts';
import { findDifferences } from '../ledger/find-differences.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFileStorage } from '../platform/integrations/file-storage.ts';
import { createVirusScanner } from '../platform/integrations/virus-scan.ts';
import { readFileServices } from '../platform/settings/env.ts';
import { createTenant } from './factories.ts';
import { bookOf, importFolder } from './import-folder.ts';
import { ENCRYPTION_KEY } from './test-app.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const operator = { via: 'command line', name: 'test' } as const;

/** Gives a test file a database, and each of its tests a funder and a folder with the templates' small book to import. */
export function importDesk() {
  let database: TestDatabase;
  let tenantId: string;
  let folder: Awaited<ReturnType<typeof importFolder>>;
  const { storage, scanner } = readFileServices();
  const services = { storage: createFileStorage(storage), scanner: createVirusScanner(scanner) };
  const encryption = createEncryption({ key: ENCRYPTION_KEY });
  beforeAll(async () => {
    database = await createTestDatabase();
    await services.storage.ensureBucket();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    tenantId = await createTenant(database.owner);
    folder = await importFolder('templates');
    return () => folder.remove();
  });
  return {
    services,
    encryption,
    get database() {
      return database;
    },
    get tenantId() {
      return tenantId;
    },
    get folder() {
      return folder;
    },
    /** Imports from this path, with these options. */
    run: async (path = folder.path, asked: Partial<ImportRequest> = {}) =>
      importBook(database.directDb, {
        tenantId,
        operator,
        services,
        encryption,
        sources: await findSources(path),
        ...asked,
      }),
    /** Everything that the funder has. */
    book: () => bookOf(database.owner, tenantId),
    /** The places where the ledger does not tie out. */
    differences: () => withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId)),
    ask: async <T>(query: ReturnType<typeof sql<T>>) =>
      (await withTenant(database.db, tenantId, (tx) => query.execute(tx))).rows,
  };
}

/** The counts by kind, without zeros. */
export const outcomesOf = ({ files }: ImportReport, outcome: keyof RowCounts) =>
  Object.fromEntries(files.flatMap(({ kind, counts }) => (counts[outcome] ? [[kind, counts[outcome]]] : [])));

/** The problems as the operator reads them. */
export const problemsOf = ({ files }: ImportReport) =>
  files.flatMap(({ problems }) =>
    problems.map(
      ({ file, line, column, reason }) => `${file}:${line}: ${[column, reason].filter(Boolean).join(' ')}`,
    ),
  );
