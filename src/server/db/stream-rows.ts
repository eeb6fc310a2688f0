import type { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

const BATCH = 250;

interface Query<T> {
  compile(tx: Tx): CompiledQuery<T>;
}

/** A query's rows in batches, for results too large to hold. The caller's transaction stays open meanwhile. */
export async function* streamRows<T>(tx: Tx, query: Query<T>): AsyncGenerator<T[]> {
  for await (const { rows } of tx.getExecutor().stream<T>(query.compile(tx), BATCH)) yield rows;
}

/** Each row of each batch made into something else, as the batches come. */
export async function* mapBatches<A, B>(
  batches: AsyncIterable<A[]>,
  map: (row: A) => B,
): AsyncGenerator<B[]> {
  for await (const batch of batches) yield batch.map(map);
}
