import { Kysely, type KyselyConfig, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { ColumnNames } from './column-names.ts';
import { connectionsOf } from './connections.ts';
import { createPool } from './pools.ts';
import type { DB } from './schema.ts';
import { verifySession } from './sessions.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

const INT8 = 20;
const DATE = 1082;
const parsers = new pg.TypeOverrides();
parsers.setTypeParser(INT8, (text) => BigInt(text));
// A DATE has no time zone. Kept as text, it stays the same day everywhere.
parsers.setTypeParser(DATE, (text) => text);

/** More than the limit of the role, so that PostgreSQL itself ends a statement that is only slow. */
const QUERY_TIMEOUT_MS = 20_000;

export interface DatabaseOptions {
  /** The size of each pool. If read-only transactions have a pool of their own, it has the same size. */
  maxConnections?: number;
  /** The milliseconds after which PostgreSQL cancels a statement of a transaction, where that is not what the role says. */
  statementTimeout?: number;
  /** The milliseconds that an answer is waited for, if PostgreSQL itself does not say that it takes too long. */
  queryTimeout?: number;
  /** The milliseconds after which waiting for a connection fails. */
  connectionTimeout?: number;
  /**
   * Gives read-only transactions their own connections, in the driver's pipeline mode. That mode is new, so nothing is written
   * through it, and only the api uses it (docs/decisions/connections.md).
   */
  pipelinesReading?: boolean;
  /** Refuses connections that a pooler hands out for a transaction at a time. */
  needsSession?: boolean;
  /** Called for each statement, for measurements. */
  onStatement?: (sql: string, parameters: readonly unknown[]) => void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const names = new ColumnNames();
  const pool = openPool(url, options, false);
  const readingPool = options.pipelinesReading ? openPool(url, options, true) : null;
  const configOf = (ofPool: pg.Pool): KyselyConfig => ({
    dialect: new PostgresDialect({ pool: connectionsOf(ofPool, names, options.statementTimeout) }),
    plugins: [names],
    ...(options.onStatement && {
      log: ({ query }: LogEvent) => options.onStatement?.(query.sql, query.parameters),
    }),
  });
  const db = readingPool
    ? new DatabaseWithReader(configOf(pool), new Kysely<DB>(configOf(readingPool)))
    : new Kysely<DB>(configOf(pool));
  pools.set(db, readingPool ? [pool, readingPool] : [pool]);
  return db;
}

function openPool(url: string, options: DatabaseOptions, pipeline: boolean): pg.Pool {
  return createPool(url, {
    maxConnections: options.maxConnections ?? 10,
    queryTimeout: options.queryTimeout ?? QUERY_TIMEOUT_MS,
    ...(options.connectionTimeout !== undefined && { connectionTimeout: options.connectionTimeout }),
    types: parsers,
    pipeline,
    ...(options.needsSession && { verify: verifySession }),
  });
}

class DatabaseWithReader extends Kysely<DB> {
  readonly reader: Kysely<DB>;

  constructor(config: KyselyConfig, reader: Kysely<DB>) {
    super(config);
    this.reader = reader;
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.reader.destroy()]);
  }
}

/** Returns the database whose connections read-only transactions use. */
export const readerOf = (db: Database): Database => (db instanceof DatabaseWithReader ? db.reader : db);

const pools = new WeakMap<Database, readonly pg.Pool[]>();

export interface PoolState {
  total: number;
  idle: number;
  /** The number of requests for a connection that are still waiting for one. */
  waiting: number;
}

export function poolStateOf(db: Database): PoolState {
  const state = { total: 0, idle: 0, waiting: 0 };
  for (const pool of pools.get(db) ?? []) {
    state.total += pool.totalCount;
    state.idle += pool.idleCount;
    state.waiting += pool.waitingCount;
  }
  return state;
}
