import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { ColumnNames, pipelined } from './connections.ts';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

const INT8 = 20;
const DATE = 1082;
const parsers = new pg.TypeOverrides();
parsers.setTypeParser(INT8, (text) => BigInt(text));
// A DATE has no time zone: as text it stays the day it is.
parsers.setTypeParser(DATE, (text) => text);

export interface DatabaseOptions {
  maxConnections?: number;
  /** Milliseconds after which PostgreSQL gives up on a statement. */
  statementTimeout?: number;
  /** Milliseconds after which whoever waits for a connection gives up. */
  connectionTimeout?: number;
  /** Told of each statement, for whoever measures. */
  onStatement?: (sql: string, parameters: readonly unknown[]) => void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    statement_timeout: options.statementTimeout ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: options.connectionTimeout ?? 5_000,
    application_name: 'portal',
    types: parsers,
    pipeline: true,
  });
  // Without a listener an idle connection that the server closes would end the process; the pool replaces it by itself.
  pool.on('error', () => undefined);
  // So would one that breaks in the middle of a transaction; whoever is using it learns of it from its statement.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const names = new ColumnNames();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: pipelined(pool, names) }),
    plugins: [names],
    ...(options.onStatement && {
      log: ({ query }) => options.onStatement?.(query.sql, query.parameters),
    }),
  });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Database, pg.Pool>();

export interface PoolState {
  total: number;
  idle: number;
  /** Who has asked for a connection and has none yet. */
  waiting: number;
}

export function poolStateOf(db: Database): PoolState {
  const pool = pools.get(db);
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}
