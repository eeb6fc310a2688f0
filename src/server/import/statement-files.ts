import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Tx } from '../platform/db/database.ts';
import type { FileStorage } from '../platform/integrations/file-storage.ts';
import type { VirusScanner } from '../platform/integrations/virus-scan.ts';
import { RowRefusal } from './row-refusal.ts';

const MAX_FILE_SIZE = 20 * 1024 * 1024;
const PDF = Buffer.from('%PDF-');

export interface FileServices {
  storage: FileStorage;
  scanner: VirusScanner;
}

/** Finds the PDFs of statements: next to the imported files, or in the storage. */
export interface StatementFiles {
  /** Returns the id of the file's row. The file is checked and scanned, and stored unless this is a dry run. */
  take(tx: Tx, file: { path?: string | undefined; storedAs?: string | undefined }): Promise<bigint | null>;
}

interface Place {
  tenantId: string;
  /** Null when the rows did not come from a folder. */
  folder: string | null;
  isDryRun: boolean;
  services: FileServices | null;
}

export function createStatementFiles({ tenantId, folder, isDryRun, services }: Place): StatementFiles {
  async function read(file: { path?: string | undefined; storedAs?: string | undefined }) {
    if (file.path !== undefined) {
      if (folder === null) throw new RowRefusal('file', 'needs a folder to be read from; use stored_file');
      return { column: 'file', ...(await readBeside(folder, file.path)) };
    }
    if (file.storedAs === undefined) return null;
    return { column: 'stored_file', ...(await readStored(file.storedAs)) };
  }

  async function readStored(key: string) {
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

  return {
    async take(tx, file) {
      const found = await read(file);
      if (!found) return null;
      const { column, name, content } = found;
      const { storage, scanner } = requireServices(column);
      const sha256 = createHash('sha256').update(content).digest();
      // The key contains the hash of the content, so the same file again is the same object.
      const storageKey = found.key ?? `${tenantId}/statements/${sha256.toString('hex')}.pdf`;
      const known = await tx
        .selectFrom('files')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('storageKey', '=', storageKey)
        .executeTakeFirst();
      if (known) return known.id;
      const verdict = await scanner.scan(content);
      if (!verdict.clean) throw new RowRefusal(column, `is infected: ${verdict.signature}`);
      if (!content.subarray(0, PDF.length).equals(PDF)) throw new RowRefusal(column, 'is not a PDF');
      if (found.key === null && !isDryRun) await storage.put(storageKey, content, 'application/pdf');
      const { id } = await tx
        .insertInto('files')
        .values({
          tenantId,
          name,
          contentType: 'application/pdf',
          byteSize: BigInt(content.length),
          sha256,
          storageKey,
          scanStatus: 'clean',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
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
