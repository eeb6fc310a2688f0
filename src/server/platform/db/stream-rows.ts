import { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

const BATCH = 250;

interface Query<T> {
  compile(tx: Tx): CompiledQuery<T>;
}

let cursors = 0;

/** Reads a query's rows in batches, for results too large for memory. The caller's transaction stays open meanwhile. */
export async function* streamRows<T>(tx: Tx, query: Query<T>, batch = BATCH): AsyncGenerator<T[]> {
  const { sql, parameters } = query.compile(tx);
  cursors += 1;
  const cursor = `rows_${cursors}`;
  const run = (text: string, values: readonly unknown[] = []) =>
    tx.executeQuery<T>(CompiledQuery.raw(text, [...values]));
  // All rows will be read, so the plan must not favor the first ones.
  await run('set local cursor_tuple_fraction = 1');
  await run(`declare ${cursor} no scroll cursor for ${sql}`, parameters);
  for (;;) {
    const { rows } = await run(`fetch ${batch} from ${cursor}`);
    if (rows.length === 0) break;
    yield rows;
  }
  // A cursor that is left early is closed with its transaction.
  await run(`close ${cursor}`);
}

/** Converts each row of each batch as the batches arrive. */
export async function* mapBatches<A, B>(
  batches: AsyncIterable<A[]>,
  map: (row: A) => B,
): AsyncGenerator<B[]> {
  for await (const batch of batches) yield batch.map(map);
}
