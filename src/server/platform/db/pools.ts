import pg from 'pg';
import { isReadTimeout, noteOutage } from './outages.ts';

export interface PoolOptions {
  maxConnections: number;
  /** How PostgreSQL names the connections in its list of activity. */
  applicationName?: string;
  /**
   * The milliseconds that an answer is waited for. PostgreSQL's own limit, which is set on the role, is shorter: this one is
   * for a server that has gone silent. Null for the owner's work, which may take as long as it likes.
   */
  queryTimeout: number | null;
  /** The milliseconds after which waiting for a connection fails. */
  connectionTimeout?: number;
  types?: pg.CustomTypesConfig;
  /** Looks at each new connection, and may refuse it. */
  verify?: (client: pg.PoolClient, done: (error?: Error) => void) => void;
}

const CONNECT_MS = 5_000;
/** After this silence the kernel asks whether the other machine is still there; it gives up ten seconds later. */
const SILENCE_MS = 10_000;

/**
 * The one place that opens pools. Nothing here waits forever for a server that is gone. No limit is sent to PostgreSQL when
 * connecting, because a connection pooler refuses that: they are set on the role (role-limits.ts).
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const { queryTimeout, types, verify } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    application_name: options.applicationName ?? 'portal',
    connectionTimeoutMillis:
      options.connectionTimeout ?? Math.min(CONNECT_MS, queryTimeout ?? Number.POSITIVE_INFINITY),
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    ...(queryTimeout !== null && { query_timeout: queryTimeout }),
    ...(types && { types }),
    ...(verify && { verify }),
  });
  // Without these listeners a connection that the server closes, idle or during a transaction, would end the process. The pool
  // replaces it, and the code that uses it gets the error from its statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    watchStatements(client);
  });
  pool.connect = watched(pool.connect.bind(pool) as Call, noteOutage) as pg.Pool['connect'];
  return pool;
}

type Call = (...args: unknown[]) => unknown;

/** Notes which errors are outages, and closes a connection whose answer was given up on, because the next would wait for it too. */
function watchStatements(client: pg.PoolClient): void {
  let isMeantToRead = false;
  // Looked up at each call, because tracing replaces it.
  const query: Call = (...args) => (pg.Client.prototype.query as Call).apply(client, args);
  const noted = watched(query, (error) => {
    noteOutage(error, isMeantToRead);
    if (isReadTimeout(error)) void (client as unknown as pg.Client).end().catch(() => undefined);
  });
  client.query = ((...args: unknown[]) => {
    const text = textOf(args[0]);
    if (BEGIN.test(text)) isMeantToRead = READ_ONLY.test(text);
    return noted(...args);
  }) as typeof client.query;
}

const BEGIN = /^(begin|start transaction)/;
const READ_ONLY = /^[^;]*\bread only\b/;

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** Calls a function of the driver, which takes a callback or returns a promise, and shows its errors to somebody else first. */
const watched =
  (call: Call, onError: (error: unknown) => void): Call =>
  (...args) => {
    const callback = args.at(-1);
    if (typeof callback === 'function')
      return call(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        if (error) onError(error);
        return callback(error, ...rest);
      });
    const result = call(...args);
    if (result instanceof Promise) result.catch(onError);
    return result;
  };
