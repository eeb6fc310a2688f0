import { kindOfPart, requireContentOf, requireTypes } from './office-parts.ts';
import { decodeText, requireRelationships } from './office-relationships.ts';
import { UnfitFile } from './verdict.ts';
import { type Entry, readArchive, readPart } from './zip-archive.ts';

/** As much as lists of types and relationships ever have. */
const MAX_LIST = 4 * 1024 * 1024;
const FIRST_BYTES = 64;
const BOOK = 'xl/workbook.xml';

/**
 * A .docx or .xlsx is a zip file. It may consist only of parts that belong in a document, each of which is what its name says,
 * and may load nothing from elsewhere. Of other files it may hold only the books of its charts, which are checked like the
 * file itself and may hold none.
 */
export async function requireOfficeArchive(
  bytes: Buffer,
  mainPart: string,
  mayHaveBooks = true,
): Promise<void> {
  const entries = readArchive(bytes);
  if (!entries.some(({ name }) => name === mainPart)) throw new UnfitFile('name_does_not_fit');
  const books: Entry[] = [];
  const ofCharts: string[] = [];
  for (const entry of entries) {
    if (isFolder(entry)) continue;
    const kind = kindOfPart(entry.name);
    if (kind === 'book') {
      books.push(entry);
    } else if (kind === 'types' || kind === 'relationships') {
      if (entry.unpacked > MAX_LIST) throw new UnfitFile('unpacks_too_large');
      const list = await readPart(bytes, entry, MAX_LIST);
      if (kind === 'types') requireTypes(decodeText(list));
      else ofCharts.push(...requireRelationships(entry.name, list));
    } else {
      requireContentOf(kind, await readPart(bytes, entry, FIRST_BYTES));
    }
  }
  for (const book of books) {
    if (!mayHaveBooks || !ofCharts.includes(book.name)) throw new UnfitFile('has_active_content');
    await requireBook(await readPart(bytes, book, book.unpacked));
  }
}

const isFolder = ({ name, unpacked }: Entry) => name.endsWith('/') && unpacked === 0;

async function requireBook(bytes: Buffer): Promise<void> {
  try {
    await requireOfficeArchive(bytes, BOOK, false);
  } catch (error) {
    throw error instanceof UnfitFile ? new UnfitFile('has_active_content') : error;
  }
}
