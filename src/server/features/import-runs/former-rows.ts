import { sql } from 'kysely';
import { columnAsInFile, inFormOfFiles, readStoredRows, type StoredRow } from '../../import/changed-rows.ts';
import { columnHashes } from '../../import/column-hashes.ts';
import { type KnownRow, keyOf, readExternalIds } from '../../import/external-ids.ts';
import type { Kind } from '../../import/kind.ts';
import { ROW_KINDS } from '../../import/kinds/all.ts';
import type { Source } from '../../import/source.ts';
import type { Tx } from '../../platform/db/database.ts';

interface WhichRun {
  tenantId: string;
  runId: bigint;
}

interface FormerRows {
  /** They have no rows before these are compared with the book. */
  sources: Source[];
  /** Belongs to the transaction that gives the rows back, so that nothing changes between comparing and writing. */
  compare(tx: Tx): Promise<void>;
  /** What stays as it is because somebody has changed it since, in words. */
  changedSince(): string[];
}

type Cells = Readonly<Record<string, string>>;

interface ChangedRow {
  rowId: bigint;
  externalId: string;
  before: Cells;
  /** Null in rows of a release that did not keep it. */
  after: Cells | null;
  told: Cells;
}

const BATCH_SIZE = 500;

interface RowsOfKind {
  kind: Kind;
  rows: readonly ChangedRow[];
  records: { line: number; cells: Cells }[];
}

/** The rows that a run has changed, with what the changed columns held before. */
export async function findFormerRows(tx: Tx, { tenantId, runId }: WhichRun): Promise<FormerRows> {
  const changed = await tx
    .selectFrom('importRunRows')
    .select(['kind', 'rowId', 'externalId', 'before', 'after', 'told'])
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('isNew', '=', false)
    .orderBy('rowId')
    .execute();
  const byKind = ROW_KINDS.flatMap((kind): RowsOfKind[] => {
    const rows = changed.filter(({ kind: name }) => name === kind.name) as unknown as ChangedRow[];
    return rows.length > 0 ? [{ kind, rows, records: [] }] : [];
  });
  const kept = new Map<string, number>();
  return {
    sources: byKind.map(({ kind, records }) => ({
      ...{ kind: kind.name, format: 'ndjson', name: `import ${runId} undone`, folder: null },
      ...{ open: nothing, records: () => all(records) },
    })),
    async compare(present) {
      for (const ofKind of byKind) await compareKind({ tx: present, tenantId, kept }, ofKind);
    },
    changedSince: () => [...kept].map(([what, count]) => `${count} of ${what}`),
  };
}

interface Comparing {
  tx: Tx;
  tenantId: string;
  /** How often each column stays. */
  kept: Map<string, number>;
}

async function compareKind({ tx, tenantId, kept }: Comparing, { kind, rows, records }: RowsOfKind) {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const batch = rows.slice(from, from + BATCH_SIZE);
    const book = await readPresent(tx, { tenantId, kind, rows: batch });
    for (const row of batch) {
      const { cells, changedSince } = await formerCells(book, row);
      records.push({ line: records.length + 1, cells });
      for (const column of changedSince) {
        const what = `${kind.name}: ${column} was changed since`;
        kept.set(what, (kept.get(what) ?? 0) + 1);
      }
    }
  }
}

interface Present {
  tx: Tx;
  tenantId: string;
  kind: Kind;
  /** By their ids. Empty for kinds whose rows are in no table of their own. */
  stored: ReadonlyMap<bigint, StoredRow>;
  /** What was imported last. */
  known: ReadonlyMap<string, KnownRow>;
}

async function readPresent(
  tx: Tx,
  { tenantId, kind, rows }: Pick<Present, 'tenantId' | 'kind'> & { rows: readonly ChangedRow[] },
): Promise<Present> {
  const ids = rows.map(({ rowId }) => rowId);
  const called = rows.map(({ externalId }) => ({ kind: kind.name, externalId }));
  // Nobody changes a row by hand between comparing and writing, which may be minutes: whoever does so waits until it is given back.
  if (kind.changesOf)
    await sql`
      select from ${sql.table(kind.changesOf)} where tenant_id = ${tenantId}::uuid and id = any(${ids}::bigint[])
      order by id for no key update`.execute(tx);
  return {
    ...{ tx, tenantId, kind },
    stored: kind.changesOf ? await readStoredRows({ tx, tenantId }, kind.changesOf, ids) : new Map(),
    known: await readExternalIds(tx, tenantId, called),
  };
}

/** What a row held before the run, and the columns that somebody has changed since, which stay. */
async function formerCells(
  present: Present,
  { rowId, externalId, before, after, told }: ChangedRow,
): Promise<{ cells: Cells; changedSince: string[] }> {
  const { kind } = present;
  const stored = present.stored.get(rowId) ?? {};
  const now = (column: string) => columnAsInFile(present, kind, stored, column);
  const given: Record<string, string> = {};
  const changedSince: string[] = [];
  for (const [column, kept] of Object.entries(before)) {
    if (!(column in kind.schema.shape)) continue;
    const held = inFormOfFiles(kind, column, kept);
    const was = after?.[column];
    const value = was === undefined ? undefined : await now(column);
    // A run that goes on after a worker was killed finds what it held before.
    if (value === undefined || value === inFormOfFiles(kind, column, was ?? '') || value === held)
      given[column] = held;
    else changedSince.push(column);
  }
  const cells: Record<string, string> = { ...told, ...given, external_id: externalId };
  // A row has all the columns that it must have. What the file of the run said in the others would be written once more where another import
  // has said something else since; what that import has left stays instead.
  const said = present.known.get(keyOf({ kind: kind.name, externalId }))?.columnHashes;
  for (const [column, cell] of Object.entries(told)) {
    if (column in given || column === 'external_id') continue;
    const hash = hashOf(kind, column, cell);
    if (hash !== undefined && hash === said?.[column]) continue;
    const value = await now(column);
    if (value !== undefined) cells[column] = value;
  }
  return { cells, changedSince };
}

/** The hash of what a cell says, as the import compares it. Undefined where it cannot be read. */
function hashOf(kind: Kind, column: string, cell: string): string | undefined {
  const read = kind.schema.shape[column]?.safeParse(cell === '' ? null : cell);
  return read?.success ? columnHashes({ [column]: read.data })[column] : undefined;
}

async function* all<T>(records: readonly T[]): AsyncGenerator<T> {
  yield* records;
}

async function* nothing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(0);
}
