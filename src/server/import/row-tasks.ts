import pg from 'pg';
import type * as z from 'zod';
import type { Operator } from '../platform/audit/operator.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Problem } from '../platform/records/problem.ts';
import { type RowPlace, recordChanges, recordingChanges } from './changed-rows.ts';
import { Reference, unknownReference } from './columns.ts';
import { compareRow } from './compare-rows.ts';
import { type ImportedRow, isOwnName, type KnownRow, keyOf } from './external-ids.ts';
import type { ExistingRow, FieldChange, Kind, RowContext, Warning } from './kind.ts';
import type { ReadRow } from './read-rows.ts';
import { RowRefusal } from './row-refusal.ts';
import type { Source } from './source.ts';
import type { StatementFiles } from './statement-files.ts';

/** What a row is imported with. */
export interface TaskPlace {
  tx: Tx;
  tenantId: string;
  files: StatementFiles;
  encryption: Encryption | null;
  operator: Operator;
  /** Tasks to run after all rows have been imported. */
  tasksAfterAllRows: (() => Promise<void>)[];
}

type Row = Record<string, unknown>;

export const externalIdOf = (row: Row) => String(row['external_id']);

export type KnownRows = Map<string, KnownRow>;

type TakenRow =
  | { done: 'new' | 'unchanged'; imported?: ImportedRow; warnings?: readonly Problem[] }
  | {
      done: 'changed';
      imported: ImportedRow;
      place: RowPlace;
      changes: readonly FieldChange[];
      warnings?: readonly Problem[];
    };

export type Outcome = TakenRow | { done: 'bad' | 'refused'; problem: Problem };

/** A file and the kind of its rows. */
export interface Origin {
  source: Source;
  kind: Kind;
}

/** A row that is to be added, or changed if it has an id. */
export interface Task {
  id: bigint | null;
  row: Row;
  place: RowPlace;
  changed: ReadonlySet<string>;
  isWhole: boolean;
  hashes: Omit<ImportedRow, 'id'>;
}

/** What is to be done about a row: nothing if it is unchanged, or refers to something unknown. */
export function assess(
  place: TaskPlace,
  { source, kind }: Origin,
  { line, row, cells }: ReadRow<z.ZodObject>,
  known: KnownRows,
): Outcome | Task {
  for (const [column, reference] of referencesOf(row)) {
    if (known.has(keyOf(reference))) continue;
    const problem = { line, column, reason: unknownReference(reference), value: cells[column] };
    return { done: 'bad', problem };
  }
  const externalId = externalIdOf(row);
  const before = known.get(keyOf({ kind: kind.name, externalId }));
  if (!before && isOwnName(externalId)) {
    const reason = 'begins like an id that the portal gives: write another one';
    return { done: 'bad', problem: { line, column: 'external_id', reason, value: externalId } };
  }
  const { changed, hashes, isStored } = compareRow(workOf(place, known), kind, row, before);
  if (before && changed.size === 0)
    return { done: 'unchanged', ...(!isStored && { imported: { ...hashes, id: before.id } }) };
  const isWhole = before?.columnHashes === null;
  return {
    id: before?.id ?? null,
    row,
    place: { file: source.name, line, externalId },
    changed,
    isWhole,
    hashes,
  };
}

export async function carryOut(place: TaskPlace, kind: Kind, task: Task, known: KnownRows): Promise<Outcome> {
  const { id, row, changed, isWhole, hashes } = task;
  const work = workOf(place, known);
  if (id !== null) {
    const about = { kind, id, place: task.place };
    const warnings: Problem[] = [];
    const warn = (warning: Warning) => void warnings.push({ line: task.place.line, ...warning });
    const changes = await recordingChanges(work, about, () =>
      kind.change(work, id, row, changed, { isWhole, warn }),
    );
    return { ...outcomeOf(task, id, changes), warnings };
  }
  const created = await kind.create(work, row);
  const newId = typeof created === 'bigint' ? created : created.existingId;
  known.set(keyOf({ kind: kind.name, externalId: hashes.externalId }), { ...hashes, id: newId });
  return outcomeOfCreated(work, kind, task, created);
}

export function outcomeOfCreated(
  work: RowContext,
  kind: Kind,
  task: Task,
  created: bigint | ExistingRow,
): TakenRow {
  if (typeof created === 'bigint') return { done: 'new', imported: { ...task.hashes, id: created } };
  const { existingId: id, changes } = created;
  return outcomeOf(task, id, recordChanges(work, { kind, id, place: task.place }, changes));
}

function outcomeOf({ hashes, place }: Task, id: bigint, changes: readonly FieldChange[]): TakenRow {
  const imported = { ...hashes, id };
  return changes.length > 0 ? { done: 'changed', imported, place, changes } : { done: 'unchanged', imported };
}

export function workOf(
  { tx, tenantId, files, encryption, operator, tasksAfterAllRows }: TaskPlace,
  known: KnownRows,
): RowContext {
  const idOf = (reference: Reference | null | undefined) =>
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

export const referencesOf = (row: Row): [column: string, Reference][] =>
  Object.entries(row).filter((entry): entry is [string, Reference] => entry[1] instanceof Reference);

/** The message for the row's author; null for an error that is not caused by the row. */
export function problemOf(kind: Kind, error: unknown): { column: string; reason: string } | null {
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
