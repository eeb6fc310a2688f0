import { Kysely, PostgresDialect } from 'kysely';
import { ColumnNames } from '../../src/server/platform/db/column-names.ts';
import type { Tx } from '../../src/server/platform/db/database.ts';
import type { DB } from '../../src/server/platform/db/schema.ts';

export interface RecordedQuery {
  sql: string;
  parameters: readonly unknown[];
  /** True for a query that is read through a cursor because its result is too large for memory. */
  isStreamed: boolean;
}

/**
 * Records the queries that some work would send to PostgreSQL, as Kysely writes them. None is sent, and each is answered with
 * `answer`.
 */
export async function recordQueries(
  work: (tx: Tx) => Promise<unknown>,
  answer: (sql: string) => object[],
): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = [];
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (CONTROL.test(text)) return { command: 'SELECT', rowCount: 0, rows: [] };
    const sql = text.replace(CURSOR, '');
    recorded.push({ sql, parameters, isStreamed: sql !== text });
    const rows = sql === text ? answer(text) : [];
    return { command: 'SELECT', rowCount: rows.length, rows };
  };
  const connection = { query, release: () => undefined };
  const pool = { connect: async () => connection as never, end: async () => undefined, options: {} };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new ColumnNames()] });
  await db.transaction().execute(work);
  return recorded;
}

const CONTROL = /^(begin|commit|rollback|set local|fetch|close)\b/;
const CURSOR = /^declare \w+ no scroll cursor for /;
