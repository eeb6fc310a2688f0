import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
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
  maxConnections?: number;
  /** The milliseconds after which PostgreSQL cancels a statement of a transaction, where that is not what the role says. */
  statementTimeout?: number;
  /** The milliseconds that an answer is waited for, if PostgreSQL itself does not say that it takes too long. */
  queryTimeout?: number;
  /** The milliseconds after which waiting for a connection fails. */
  connectionTimeout?: number;
  /** Refuses connections that a pooler hands out for a transaction at a time. */
  needsSession?: boolean;
  /** Called for each statement, for measurements. */
  onStatement?: (sql: string, parameters: readonly unknown[]) => void;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const names = new ColumnNames();
  const pool = createPool(url, {
    maxConnections: options.maxConnections ?? 10,
    queryTimeout: options.queryTimeout ?? QUERY_TIMEOUT_MS,
    ...(options.connectionTimeout !== undefined && { connectionTimeout: options.connectionTimeout }),
    types: parsers,
    ...(options.needsSession && { verify: verifySession }),
  });
  let watcher: Database | null = null;
  const connections = connectionsOf(pool, names, options.statementTimeout);
  const end = async () => {
    await watcher?.destroy();
    await pool.end();
  };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { ...connections, end } }),
    plugins: [names],
    ...(options.onStatement && {
      log: ({ query }: LogEvent) => options.onStatement?.(query.sql, query.parameters),
    }),
  });
  pools.set(db, pool);
  watchers.set(db, () => {
    watcher ??= openDatabase(url, options);
    return watcher;
  });
  return db;
}

const watchers = new WeakMap<Database, () => Database>();

/** Connections beside those of a pool, for what looks after work on them: all of the pool's own may be at work. They are opened when needed. */
export function watcherOf(db: Database): Database {
  const watcher = watchers.get(db);
  if (!watcher) throw new Error('Only a pool has connections beside its own.');
  return watcher();
}

const pools = new WeakMap<Database, pg.Pool>();

export interface PoolState {
  total: number;
  idle: number;
  /** The number of requests for a connection that are still waiting for one. */
  waiting: number;
}

export function poolStateOf(db: Database): PoolState {
  const pool = pools.get(db);
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}
