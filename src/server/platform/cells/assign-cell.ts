import { sql } from 'kysely';
import { type Database, openDatabase, type Tx } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import { COUNTERS, IDS_PER_CELL } from './id-ranges.ts';

/**
 * Gives the database its cell's number, once and for good, and makes every counter count in the cell's range. Runs after the
 * migrations, so that the counter of a new table gets its range before anything counts with it.
 */
export async function assignCell(ownerUrl: string, wanted: number | undefined): Promise<number> {
  const owner = openDatabase(ownerUrl, { maxConnections: 1 });
  try {
    return await owner.transaction().execute((tx) => numberCell(tx, wanted));
  } finally {
    await owner.destroy();
  }
}

async function numberCell(tx: Tx, wanted: number | undefined): Promise<number> {
  await sql`lock table cells.this_cell in exclusive mode`.execute(tx);
  const { rows } = await sql<{ number: number }>`select number from cells.this_cell`.execute(tx);
  const [known] = rows;
  const number = known?.number ?? wanted ?? 0;
  if (wanted !== undefined && wanted !== number)
    throw new Refusal('setting_invalid', {
      message: `This database is cell ${number} for good, and CELL says ${wanted}. Ids that are in use cannot get another range.`,
    });
  if (!known) {
    if (number !== 0 && (await isInUse(tx)))
      throw new Refusal('setting_invalid', {
        message: `This database has counted ids already, so it is cell 0. Only an empty database can become cell ${number}.`,
      });
    await sql`insert into cells.this_cell (number) values (${number})`.execute(tx);
  }
  if (number !== 0) await countInRange(tx, number);
  return number;
}

async function isInUse(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select from pg_sequences where schemaname = 'public' and last_value is not null) as is_in_use`.execute(
    tx,
  );
  return rows[0]?.isInUse === true;
}

/** A counter keeps its own start within the range: the history of invites begins above all invites. */
async function countInRange(tx: Tx, cell: number): Promise<void> {
  const first = BigInt(cell) * IDS_PER_CELL;
  for (const counter of await readCounters(tx)) {
    if (COUNTERS[counter.name] !== 'range of the cell' || counter.startValue > first) continue;
    const start = first + counter.startValue;
    await sql
      .raw(
        `alter sequence ${counter.name} start ${start} restart maxvalue ${first + IDS_PER_CELL - 1n} minvalue ${first}`,
      )
      .execute(tx);
  }
}

export interface Counter {
  name: string;
  startValue: bigint;
  /** Null while nothing was counted. */
  lastValue: bigint | null;
}

/** Every counter of the database, by its full name. */
export async function readCounters(db: Database | Tx): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select format('%I.%I', schemaname, sequencename) as name, start_value, last_value
    from pg_sequences where schemaname not in ('pg_catalog', 'pg_toast') order by 1`.execute(db);
  return rows;
}
