import type { RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

const BATCH = 250;

/** A query's rows in batches, for results too large to hold. The caller's transaction stays open meanwhile. */
export async function* streamRows<T>(tx: Tx, query: RawBuilder<T>): AsyncGenerator<T[]> {
  for await (const { rows } of tx.getExecutor().stream<T>(query.compile(tx), BATCH)) yield rows;
}
