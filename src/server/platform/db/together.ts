import type { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

/** Sends two independent queries at once, so that they cost only one round trip. */
export function together<A, B>(tx: Tx, one: CompiledQuery<A>, other: CompiledQuery<B>): Promise<[A[], B[]]> {
  return tx.getExecutor().provideConnection(async (connection) => {
    const [first, second] = await Promise.all([
      connection.executeQuery<A>(one),
      connection.executeQuery<B>(other),
    ]);
    return [first.rows, second.rows];
  });
}
