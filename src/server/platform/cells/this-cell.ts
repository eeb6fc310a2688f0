import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

/** The number of the cell that this database belongs to. A database from before cells is cell 0. */
export async function readCell(db: Database | Tx): Promise<number> {
  const { rows } = await sql<{ number: number }>`select number from cells.this_cell`.execute(db);
  return rows[0]?.number ?? 0;
}
