import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Does the work, tells its result, and takes all of it back. */
export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_trial`.execute(tx);
  const result = await work();
  await sql`rollback to savepoint before_trial`.execute(tx);
  return result;
}
