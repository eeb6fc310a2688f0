import { sql } from 'kysely';
import pg from 'pg';
import type * as z from 'zod';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Problem } from '../platform/records/problem.ts';
import { recordingChanges } from './changed-rows.ts';
import { Reference, unknownReference } from './columns.ts';
import {
  contentHash,
  type ImportedRow,
  type KnownRow,
  keyOf,
  readExternalIds,
  saveExternalIds,
} from './external-ids.ts';
import type { Findings } from './findings.ts';
import type { Kind, RowContext } from './kind.ts';
import { type ReadRow, readRows } from './read-rows.ts';
import { RowRefusal } from './row-refusal.ts';
import type { Source } from './source.ts';
import type { StatementFiles } from './statement-files.ts';

const BATCH_SIZE = 500;

/** External ids are kept in memory to find duplicates, so their number is limited. */
const MAX_ROWS = 1_000_000;

interface Place {
  tx: Tx;
  tenantId: string;
  files: StatementFiles;
  encryption: Encryption | null;
  findings: Findings;
  operator: Operator;
  /** Tasks to run after all rows have been imported. */
  tasksAfterAllRows: (() => Promise<void>)[];
  onRows(count: number): void;
  mostRows?: number;
}

/** Imports the rows of a file, in the caller's transaction. A bad row leaves no changes behind. */
export async function importRows(place: Place, source: Source, kind: Kind): Promise<void> {
  const { findings, mostRows = MAX_ROWS } = place;
  const seen = new Map<string, number>();
  for await (const batch of readRows(source, kind, findings, BATCH_SIZE)) {
    const rows: typeof batch = [];
    for (const read of batch) {
      const { line } = read;
      const first = seen.get(externalIdOf(read.row));
      if (first !== undefined) {
        findings.bad(source, { line, column: 'external_id', reason: `is in line ${first} too` });
        continue;
      }
      if (seen.size === mostRows) {
        const reason = `there are more than ${mostRows.toLocaleString('en-US')} rows; send the file in parts`;
        findings.unreadable(source, { line, column: '', reason });
        return;
      }
      seen.set(externalIdOf(read.row), line);
      rows.push(read);
    }
    await importBatch(place, source, kind, rows);
    place.onRows(batch.length);
  }
}

type Row = Record<string, unknown>;

const externalIdOf = (row: Row) => String(row['external_id']);

type Outcome =
  | { done: 'new' | 'changed' | 'unchanged'; imported: ImportedRow }
  | { done: 'unchanged' }
  | Failure;
type Failure = { done: 'bad' | 'refused'; problem: Problem };

async function importBatch(place: Place, source: Source, kind: Kind, rows: readonly ReadRow<z.ZodObject>[]) {
  const { tx, tenantId, findings } = place;
  const known = await readExternalIds(tx, tenantId, [
    ...rows.map(({ row }) => ({ kind: kind.name, externalId: externalIdOf(row) })),
    ...rows.flatMap(({ row }) => referencesOf(row).map(([, reference]) => reference)),
  ]);
  // The batch is tried as a whole first. If that fails, each row is tried by itself, so that only the bad ones are left
  // out.
  const outcomes =
    (await tryAll(place, kind, rows, new Map(known))) ?? (await tryEach(place, kind, rows, known));
  const imported: ImportedRow[] = [];
  for (const outcome of outcomes) {
    if ('problem' in outcome) findings[outcome.done](source, outcome.problem);
    else findings.count(source, outcome.done);
    if ('imported' in outcome) imported.push(outcome.imported);
  }
  await saveExternalIds(tx, tenantId, kind.name, imported);
}

type KnownRows = Map<string, KnownRow>;

async function tryAll(place: Place, kind: Kind, rows: readonly ReadRow<z.ZodObject>[], known: KnownRows) {
  return inSavepoint(place, async () => {
    const outcomes: Outcome[] = [];
    const together: Task[] = [];
    for (const read of rows) {
      const task = assess(place, kind, read, known);
      if ('done' in task) outcomes.push(task);
      else if (kind.createAll && task.id === null) together.push(task);
      else outcomes.push(await carryOut(place, kind, task, known));
    }
    if (kind.createAll && together.length > 0) {
      const ids = await kind.createAll(
        workOf(place, known),
        together.map(({ row }) => row),
      );
      for (const [index, { externalId, contentHash }] of together.entries())
        outcomes.push({ done: 'new', imported: { externalId, contentHash, id: ids[index] ?? 0n } });
    }
    return outcomes;
  }).catch((error) => {
    if (problemOf(kind, error)) return null;
    throw error;
  });
}

async function tryEach(place: Place, kind: Kind, rows: readonly ReadRow<z.ZodObject>[], known: KnownRows) {
  const outcomes: Outcome[] = [];
  for (const read of rows) {
    const task = assess(place, kind, read, known);
    if ('done' in task) {
      outcomes.push(task);
      continue;
    }
    const outcome = await inSavepoint(place, () => carryOut(place, kind, task, known)).catch(
      (error): Outcome => {
        const problem = problemOf(kind, error);
        if (!problem) throw error;
        return { done: task.id === null ? 'bad' : 'refused', problem: { line: read.line, ...problem } };
      },
    );
    outcomes.push(outcome);
  }
  return outcomes;
}

/** A row that is to be added, or changed if it has an id. */
interface Task {
  id: bigint | null;
  row: Row;
  externalId: string;
  contentHash: Buffer;
}

function assess(
  place: Place,
  kind: Kind,
  { line, row }: ReadRow<z.ZodObject>,
  known: KnownRows,
): Outcome | Task {
  for (const [column, reference] of referencesOf(row)) {
    if (known.has(keyOf(reference))) continue;
    return { done: 'bad', problem: { line, column, reason: unknownReference(reference) } };
  }
  const externalId = externalIdOf(row);
  const before = known.get(keyOf({ kind: kind.name, externalId }));
  const [hash, ...others] = kind.contentHashes?.(workOf(place, known), row) ?? [contentHash(row)];
  if (before?.contentHash.equals(hash)) return { done: 'unchanged' };
  const imported = { externalId, contentHash: hash };
  if (before && others.some((other) => before.contentHash.equals(other)))
    return { done: 'unchanged', imported: { ...imported, id: before.id } };
  return { id: before?.id ?? null, row, ...imported };
}

async function carryOut(place: Place, kind: Kind, task: Task, known: KnownRows): Promise<Outcome> {
  const { id, row, externalId, contentHash } = task;
  const work = workOf(place, known);
  if (id !== null) {
    const done = (await recordingChanges(work, kind, id, () => kind.change(work, id, row))) ?? 'changed';
    return { done, imported: { externalId, contentHash, id } };
  }
  const created = await kind.create(work, row);
  const imported = {
    externalId,
    contentHash,
    id: typeof created === 'bigint' ? created : created.existingId,
  };
  known.set(keyOf({ kind: kind.name, externalId }), imported);
  if (typeof created === 'bigint') return { done: 'new', imported };
  return { done: created.isUnchanged ? 'unchanged' : 'changed', imported };
}

function workOf(
  { tx, tenantId, files, encryption, operator, tasksAfterAllRows }: Place,
  known: KnownRows,
): RowContext {
  const idOf = (reference: Reference | undefined) =>
    reference ? (known.get(keyOf(reference))?.id ?? null) : null;
  return {
    tx,
    tenantId,
    files,
    encryption,
    operator,
    idOf: idOf as RowContext['idOf'],
    afterAllRows: (task) => void tasksAfterAllRows.push(task),
  };
}

const referencesOf = (row: Row): [column: string, Reference][] =>
  Object.entries(row).filter((entry): entry is [string, Reference] => entry[1] instanceof Reference);

async function inSavepoint<T>({ tx, tasksAfterAllRows }: Place, work: () => Promise<T>): Promise<T> {
  const before = tasksAfterAllRows.length;
  await sql`savepoint import_rows`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint import_rows`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint import_rows`.execute(tx);
    tasksAfterAllRows.length = before;
    throw error;
  }
}

/** The message for the row's author; null for an error that is not caused by the row. */
function problemOf(kind: Kind, error: unknown): { column: string; reason: string } | null {
  if (error instanceof RowRefusal) return { column: error.column, reason: error.message };
  if (error instanceof Refusal) return { column: '', reason: error.message };
  if (!(error instanceof pg.DatabaseError) || !isAboutTheRow(error.code)) return null;
  const [column, reason] = kind.taken?.[error.constraint ?? ''] ?? [
    error.column ?? '',
    `the database refuses it (${error.constraint ?? error.code})`,
  ];
  return { column, reason };
}

/** PostgreSQL error classes for invalid values and violated constraints. */
const isAboutTheRow = (code: string | undefined) => code?.startsWith('22') || code?.startsWith('23');
