import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

/** Has the database note in `import_journal` what the rest of the transaction writes, so that the run can be undone. */
export async function noteWrites(tx: Tx, runId: bigint | undefined): Promise<void> {
  if (runId !== undefined) await sql`select set_config('app.import_run', ${String(runId)}, true)`.execute(tx);
}
