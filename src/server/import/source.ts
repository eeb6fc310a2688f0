import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { IMPORT_KINDS, type ImportKind } from '../../shared/contract/operator-imports.ts';
import { type Encoding, type FoundEncoding, findEncoding, toUtf8 } from '../platform/records/encoding.ts';
import type { ReadRecord } from '../platform/records/read-csv.ts';
import { readCsv } from '../platform/records/read-csv.ts';
import { readNdjson } from '../platform/records/read-ndjson.ts';
import { type RowFormat, rowFormats } from '../platform/records/row-formats.ts';
import { type KindDescription, optionalColumns } from './kind.ts';

/** A source of rows of one kind: a file or a request body. */
export interface Source {
  kind: ImportKind;
  format: RowFormat;
  /** The name that reports use for it. */
  name: string;
  /** The folder that contains the files it refers to; null when it did not come from a folder. */
  folder: string | null;
  open(): AsyncIterable<Buffer>;
  /** Rows that were read already, from a spreadsheet of another system. Then nothing is opened. */
  records?(): AsyncIterable<ReadRecord>;
}

/** The given path cannot be imported. */
export class SourceError extends Error {}

const CHUNK = 256 * 1024;

/** The files of a folder in import order, or the single file. */
export async function findSources(path: string): Promise<Source[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SourceError(`There is no ${path}.`);
  const [folder, names] = found.isDirectory()
    ? [path, await readdir(path)]
    : [dirname(path), [basename(path)]];
  const sources = names.flatMap((name) => sourceOf(folder, name));
  const unknown = names.filter((name) => isTable(name) && sourceOf(folder, name).length === 0);
  if (unknown.length > 0)
    throw new SourceError(
      `Nobody knows what is in ${unknown.join(', ')}: files are called ${IMPORT_KINDS.join(', ')}.`,
    );
  if (sources.length === 0)
    throw new SourceError(
      `${path} has nothing to import: files are called companies.csv or companies.ndjson.`,
    );
  const twice = sources.find(
    ({ kind }, index) => sources.findIndex((other) => other.kind === kind) !== index,
  );
  if (twice) throw new SourceError(`There are two files of ${twice.kind}.`);
  return sources.toSorted((one, other) => orderOf(one) - orderOf(other));
}

const orderOf = ({ kind }: Source) => IMPORT_KINDS.indexOf(kind);

const isTable = (name: string) => rowFormats.some((format) => name.endsWith(`.${format}`));

function sourceOf(folder: string, name: string): Source[] {
  for (const format of rowFormats) {
    const kind = IMPORT_KINDS.find((candidate) => name === `${candidate}.${format}`);
    const open = () => createReadStream(join(folder, name), { highWaterMark: CHUNK });
    if (kind) return [{ kind, format, name, folder, open }];
  }
  return [];
}

/** How the text of a source is written. NDJSON is always UTF-8. */
export const encodingOf = ({ format, open, records }: Source): Promise<FoundEncoding> =>
  format === 'csv' && !records ? findEncoding(open()) : Promise.resolve({ encoding: 'utf-8' });

export function readRecords(
  { format, open, records }: Source,
  { schema }: Pick<KindDescription, 'schema'>,
  encoding: Encoding,
): AsyncIterable<ReadRecord> {
  if (records) return records();
  const columns = Object.keys(schema.shape);
  if (format === 'ndjson') return readNdjson(open(), columns);
  const optional = optionalColumns({ schema });
  return readCsv(toUtf8(open(), encoding), {
    required: columns.filter((column) => !optional.has(column)),
    optional: [...optional],
  });
}
