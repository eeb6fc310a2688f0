import { sql } from 'kysely';
import type { Database } from './database.ts';
import { ReadOnlyDatabaseError } from './outages.ts';

/**
 * Throws unless something can be written to the database now. It commits a message to the write-ahead log, which nobody reads:
 * a server that has just become the primary can be asked long before a commit succeeds, when it still waits for its standby.
 */
export async function requireWritable(db: Database): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`.execute(
    db,
  );
  if (rows[0]?.isReadOnly) throw new ReadOnlyDatabaseError();
  await sql`select pg_logical_emit_message(true, 'portal', 'can be written to')`.execute(db);
}
