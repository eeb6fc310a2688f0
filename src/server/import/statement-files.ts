import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type FileStorage, isPlainKey } from '../platform/integrations/file-storage.ts';
import type { VirusScanner } from '../platform/integrations/virus-scan.ts';
import { RowRefusal } from './row-refusal.ts';

const MAX_FILE_SIZE = 20 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');

export interface FileServices {
  storage: FileStorage;
  scanner: VirusScanner;
}

/** How a row names its PDF: by its path next to the imported files, or by its key in the storage. */
export interface NamedFile {
  path?: string | undefined;
  storedAs?: string | undefined;
}

/** Finds the PDFs of statements: next to the imported files, or in the storage. */
export interface StatementFiles {
  /** Checks a file, scans it, and stores it unless this is a dry run. Must be called before the import's transaction begins. */
  prepare(db: Database, file: NamedFile): Promise<void>;
  /** Returns the id of the row of a prepared file, or null where none is named. Throws the refusal of a file that is not acceptable. */
  take(tx: Tx, file: NamedFile): Promise<bigint | null>;
}

interface Place {
  tenantId: string;
  /** Null when the rows did not come from a folder. */
  folder: string | null;
  isDryRun: boolean;
  services: FileServices | null;
}

export function createStatementFiles({ tenantId, folder, isDryRun, services }: Place): StatementFiles {
  const prepared = new Map<string, Prepared | RowRefusal>();

  async function read(file: NamedFile) {
    if (file.path !== undefined) {
      if (folder === null) throw new RowRefusal('file', 'needs a folder to be read from; use stored_file');
      return { column: 'file', ...(await readBeside(folder, file.path)) };
    }
    if (file.storedAs === undefined) return null;
    return { column: 'stored_file', ...(await readStored(file.storedAs)) };
  }

  async function readStored(key: string) {
    if (!isPlainKey(key))
      throw new RowRefusal(
        'stored_file',
        'has an empty, `.` or `..` segment, a backslash or a control character',
      );
    // The storage also contains objects of other funders.
    if (!key.startsWith(`${tenantId}/`))
      throw new RowRefusal('stored_file', `does not begin with ${tenantId}/`);
    const { storage } = requireServices('stored_file');
    const size = await storage.sizeOf(key);
    if (size === null) throw new RowRefusal('stored_file', 'is not in the file storage');
    if (size > MAX_FILE_SIZE) throw new RowRefusal('stored_file', 'is larger than 20 MB');
    return { name: basename(key), key, content: await buffer((await storage.get(key)).body) };
  }

  function requireServices(column: string): FileServices {
    if (!services) throw new RowRefusal(column, 'cannot be taken here: there is no file storage');
    return services;
  }

  async function inspect(db: Database, file: NamedFile): Promise<Prepared | null> {
    const found = await read(file);
    if (!found) return null;
    const { column, name, content } = found;
    const { storage, scanner } = requireServices(column);
    const sha256 = createHash('sha256').update(content).digest();
    // The content is in the key: the same file again is the same object.
    const storageKey = found.key ?? `${tenantId}/statements/${sha256.toString('hex')}.pdf`;
    const fit = { name, sha256, storageKey, byteSize: BigInt(content.length) };
    if (await withTenant(db, tenantId, (tx) => idOfFile(tx, tenantId, storageKey), { readOnly: true }))
      return fit;
    const verdict = await scanner.scan(content);
    if (!verdict.clean) throw new RowRefusal(column, `is infected: ${verdict.signature}`);
    if (!content.subarray(0, PDF.length).equals(PDF)) throw new RowRefusal(column, 'is not a PDF');
    if (found.key === null && !isDryRun) await storage.put(storageKey, content, 'application/pdf');
    return fit;
  }

  return {
    async prepare(db, file) {
      const key = keyOf(file);
      if (prepared.has(key)) return;
      const outcome = await inspect(db, file).catch((error: unknown) => {
        if (error instanceof RowRefusal) return error;
        throw error;
      });
      if (outcome) prepared.set(key, outcome);
    },

    async take(tx, file) {
      if (file.path === undefined && file.storedAs === undefined) return null;
      const fit = prepared.get(keyOf(file));
      if (!fit) throw new Error('A statement’s file is prepared before the import’s transaction begins.');
      if (fit instanceof RowRefusal) throw fit;
      const known = await idOfFile(tx, tenantId, fit.storageKey);
      if (known !== null) return known;
      const { id } = await tx
        .insertInto('files')
        .values({ tenantId, ...fit, contentType: 'application/pdf', scanStatus: 'clean' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

/** What is known of a file that is fit to be taken. */
interface Prepared {
  name: string;
  sha256: Buffer;
  storageKey: string;
  byteSize: bigint;
}

const keyOf = ({ path, storedAs }: NamedFile): string => JSON.stringify([path, storedAs]);

async function idOfFile(tx: Tx, tenantId: string, storageKey: string): Promise<bigint | null> {
  const file = await tx
    .selectFrom('files')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('storageKey', '=', storageKey)
    .executeTakeFirst();
  return file?.id ?? null;
}

async function readBeside(folder: string, path: string) {
  const place = join(folder, path);
  const inside = relative(folder, place);
  if (isAbsolute(path) || inside.startsWith('..'))
    throw new RowRefusal('file', 'lies outside the import’s folder');
  const found = await stat(place).catch(() => null);
  if (!found?.isFile()) throw new RowRefusal('file', 'is not in the import’s folder');
  if (found.size > MAX_FILE_SIZE) throw new RowRefusal('file', 'is larger than 20 MB');
  return { name: basename(path), key: null, content: await readFile(place) };
}
