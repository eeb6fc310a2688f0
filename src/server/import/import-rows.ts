import { sql } from 'kysely';
import type * as z from 'zod';
import { type ImportedRow, readExternalIds, saveExternalIds } from './external-ids.ts';
import type { Findings } from './findings.ts';
import type { Kind } from './kind.ts';
import { type ReadRow, readRows } from './read-rows.ts';
import {
  assess,
  carryOut,
  externalIdOf,
  type KnownRows,
  type Origin,
  type Outcome,
  outcomeOfCreated,
  problemOf,
  referencesOf,
  type Task,
  type TaskPlace,
  workOf,
} from './row-tasks.ts';
import type { Source } from './source.ts';

const BATCH_SIZE = 500;

/** External ids are kept in memory to find duplicates, so their number is limited. */
const MAX_ROWS = 1_000_000;

interface Place extends TaskPlace {
  findings: Findings;
  onRows(count: number): void;
  mostRows?: number;
}

/** Imports the rows of a file, in the caller's transaction. A bad row leaves no changes behind. Returns the line of each external id. */
export async function importRows(
  place: Place,
  source: Source,
  kind: Kind,
): Promise<ReadonlyMap<string, number>> {
  const { findings, mostRows = MAX_ROWS } = place;
  const seen = new Map<string, number>();
  for await (const batch of readRows(source, kind, findings, BATCH_SIZE)) {
    const rows: typeof batch = [];
    for (const read of batch) {
      const { line } = read;
      const first = seen.get(externalIdOf(read.row));
      if (first !== undefined) {
        const value = read.cells['external_id'];
        findings.bad(source, { line, column: 'external_id', reason: `is in line ${first} too`, value });
        continue;
      }
      if (seen.size === mostRows) {
        const reason = `there are more than ${mostRows.toLocaleString('en-US')} rows; send the file in parts`;
        findings.unreadable(source, { line, column: '', reason });
        return seen;
      }
      seen.set(externalIdOf(read.row), line);
      rows.push(read);
    }
    await importBatch(place, { source, kind }, rows);
    place.onRows(batch.length);
  }
  return seen;
}

async function importBatch(place: Place, origin: Origin, rows: readonly ReadRow<z.ZodObject>[]) {
  const { source, kind } = origin;
  const { tx, tenantId, findings } = place;
  const known = await readExternalIds(tx, tenantId, [
    ...rows.map(({ row }) => ({ kind: kind.name, externalId: externalIdOf(row) })),
    ...rows.flatMap(({ row }) => referencesOf(row).map(([, reference]) => reference)),
  ]);
  // The batch is tried as a whole first. If that fails, each row is tried by itself, so that only the bad ones are left
  // out.
  const outcomes =
    (await tryAll(place, origin, rows, new Map(known))) ?? (await tryEach(place, origin, rows, known));
  const imported: ImportedRow[] = [];
  for (const outcome of outcomes) {
    if ('problem' in outcome) findings[outcome.done](source, outcome.problem);
    else if (outcome.done === 'changed') findings.changed(source, outcome.place, outcome.changes);
    else findings.count(source, outcome.done);
    if ('warnings' in outcome) for (const warning of outcome.warnings ?? []) findings.warned(source, warning);
    if ('imported' in outcome && outcome.imported) imported.push(outcome.imported);
  }
  await saveExternalIds(tx, tenantId, kind.name, imported);
}

async function tryAll(place: Place, origin: Origin, rows: readonly ReadRow<z.ZodObject>[], known: KnownRows) {
  const { kind } = origin;
  return inSavepoint(place, async () => {
    const outcomes: Outcome[] = [];
    const together: Task[] = [];
    for (const read of rows) {
      const task = assess(place, origin, read, known);
      if ('done' in task) outcomes.push(task);
      else if (kind.createAll && task.id === null) together.push(task);
      else outcomes.push(await carryOut(place, kind, task, known));
    }
    if (kind.createAll && together.length > 0) {
      const work = workOf(place, known);
      const created = await kind.createAll(
        work,
        together.map(({ row }) => row),
      );
      for (const [index, task] of together.entries())
        outcomes.push(outcomeOfCreated(work, kind, task, created[index] ?? 0n));
    }
    return outcomes;
  }).catch((error) => {
    if (problemOf(kind, error)) return null;
    throw error;
  });
}

async function tryEach(
  place: Place,
  origin: Origin,
  rows: readonly ReadRow<z.ZodObject>[],
  known: KnownRows,
) {
  const { kind } = origin;
  const outcomes: Outcome[] = [];
  for (const read of rows) {
    const task = assess(place, origin, read, known);
    if ('done' in task) {
      outcomes.push(task);
      continue;
    }
    const outcome = await inSavepoint(place, () => carryOut(place, kind, task, known)).catch(
      (error): Outcome => {
        const problem = problemOf(kind, error);
        if (!problem) throw error;
        const value = read.cells[problem.column] || undefined;
        return {
          done: task.id === null ? 'bad' : 'refused',
          problem: { line: read.line, ...problem, value },
        };
      },
    );
    outcomes.push(outcome);
  }
  return outcomes;
}

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
