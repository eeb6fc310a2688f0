import { sql } from 'kysely';
import pg from 'pg';
import type * as z from 'zod';
import type { Tx } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { Problem } from '../records/problem.ts';
import { Reference } from './columns.ts';
import {
  contentHash,
  type KnownRow,
  keyOf,
  readExternalIds,
  rememberExternalIds,
  type ToldRow,
} from './external-ids.ts';
import type { Findings } from './findings.ts';
import { type Kind, RowRefusal, type Work } from './kind.ts';
import { type ReadRow, readRows } from './read-rows.ts';
import type { Source } from './source.ts';
import type { StatementFiles } from './statement-files.ts';

const BATCH_SIZE = 500;

interface Place {
  tx: Tx;
  tenantId: string;
  files: StatementFiles;
  findings: Findings;
  onRows(count: number): void;
}

/** Takes the rows of a file one by one, in the caller's transaction. A bad one leaves nothing behind. */
export async function importRows(place: Place, source: Source, kind: Kind): Promise<void> {
  const { findings } = place;
  findings.open(source);
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
      seen.set(externalIdOf(read.row), line);
      rows.push(read);
    }
    await importBatch(place, source, kind, rows);
    place.onRows(batch.length);
  }
}

type Row = Record<string, unknown>;

const externalIdOf = (row: Row) => String(row['external_id']);

type Outcome = { done: 'new' | 'changed'; told: ToldRow } | { done: 'unchanged' } | Failure;
type Failure = { done: 'bad' | 'refused'; problem: Problem };

async function importBatch(place: Place, source: Source, kind: Kind, rows: readonly ReadRow<z.ZodObject>[]) {
  const { tx, tenantId, findings } = place;
  const known = await readExternalIds(tx, tenantId, [
    ...rows.map(({ row }) => ({ kind: kind.name, externalId: externalIdOf(row) })),
    ...rows.flatMap(({ row }) => referencesOf(row).map(([, reference]) => reference)),
  ]);
  // As a whole first; where that fails, each by itself, so that the one at fault is found and only it is left out.
  const outcomes =
    (await tryAll(place, kind, rows, new Map(known))) ?? (await tryEach(place, kind, rows, known));
  const told: ToldRow[] = [];
  for (const outcome of outcomes) {
    if ('problem' in outcome) findings[outcome.done](source, outcome.problem);
    else findings.count(source, outcome.done);
    if ('told' in outcome) told.push(outcome.told);
  }
  await rememberExternalIds(tx, tenantId, kind.name, told);
}

type KnownRows = Map<string, KnownRow>;

async function tryAll(place: Place, kind: Kind, rows: readonly ReadRow<z.ZodObject>[], known: KnownRows) {
  return inSavepoint(place.tx, async () => {
    const outcomes: Outcome[] = [];
    for (const row of rows) outcomes.push(await importRow(place, kind, row, known));
    return outcomes;
  }).catch((error) => {
    if (problemOf(kind, error)) return null;
    throw error;
  });
}

async function tryEach(place: Place, kind: Kind, rows: readonly ReadRow<z.ZodObject>[], known: KnownRows) {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const isKnown = known.has(keyOf({ kind: kind.name, externalId: externalIdOf(row.row) }));
    const outcome = await inSavepoint(place.tx, () => importRow(place, kind, row, known)).catch(
      (error): Outcome => {
        const problem = problemOf(kind, error);
        if (!problem) throw error;
        return { done: isKnown ? 'refused' : 'bad', problem: { line: row.line, ...problem } };
      },
    );
    outcomes.push(outcome);
  }
  return outcomes;
}

async function importRow(
  { tx, tenantId, files }: Place,
  kind: Kind,
  { line, row }: ReadRow<z.ZodObject>,
  known: KnownRows,
): Promise<Outcome> {
  for (const [column, reference] of referencesOf(row)) {
    if (!known.has(keyOf(reference))) {
      const reason = `is ${reference.externalId}, which is not among the ${reference.kind}, or was bad there`;
      return { done: 'bad', problem: { line, column, reason } };
    }
  }
  const externalId = externalIdOf(row);
  const key = keyOf({ kind: kind.name, externalId });
  const before = known.get(key);
  const hash = contentHash(row);
  if (before?.contentHash.equals(hash)) return { done: 'unchanged' };
  const idOf = ((reference: Reference | undefined) => {
    return reference ? (known.get(keyOf(reference))?.id ?? null) : null;
  }) as Work['idOf'];
  const work: Work = { tx, tenantId, files, idOf };
  if (before) {
    await kind.change(work, before.id, row);
    return { done: 'changed', told: { externalId, id: before.id, contentHash: hash } };
  }
  const told = { externalId, id: await kind.create(work, row), contentHash: hash };
  known.set(key, told);
  return { done: 'new', told };
}

const referencesOf = (row: Row): [column: string, Reference][] =>
  Object.entries(row).filter((entry): entry is [string, Reference] => entry[1] instanceof Reference);

async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint import_rows`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint import_rows`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint import_rows`.execute(tx);
    throw error;
  }
}

/** What the row's writer is told; null for what is not the row's fault. */
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

/** Values that do not fit, and constraints that are not met. */
const isAboutTheRow = (code: string | undefined) => code?.startsWith('22') || code?.startsWith('23');
