import pg from 'pg';

/**
 * The codes of a server that is away, starting, stopping, only readable, out of room, or whose connection broke. None of them
 * is about the statement, so the same request may succeed a little later.
 */
const SERVER_AWAY = /^(08...|53...|57P0[1235]|58030)$/;
const READ_ONLY = '25006';

/** PostgreSQL has failed inside and ended the connection. With a full disk it lets nobody in that way ("could not write init file"). */
const isBroken = ({ severity, code }: pg.DatabaseError): boolean =>
  severity === 'FATAL' && code?.startsWith('XX') === true;

const NETWORK_CODES: readonly unknown[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN'],
  ...['ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
];

/** The driver has no codes for these. */
const DRIVER_MESSAGES: readonly string[] = [
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/** Two transactions were in each other's way, and PostgreSQL has rolled this one back: a serialization failure or a deadlock. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];

export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && COLLISIONS.includes(error.code);

export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Errors that came from a connection to the database. The same network codes also come from the file storage or the mail server. */
const outages = new WeakSet<object>();

/** Remembers an error of a connection if it is an outage. What a transaction that was meant to read wrote is our own fault. */
export function noteOutage(error: unknown, wasMeantToRead = false): void {
  if (!(error instanceof Error)) return;
  const { code, message } = error as Error & { code?: unknown };
  const isAway =
    error instanceof pg.DatabaseError
      ? SERVER_AWAY.test(error.code ?? '') || isBroken(error) || (error.code === READ_ONLY && !wasMeantToRead)
      : NETWORK_CODES.includes(code) || DRIVER_MESSAGES.includes(message);
  if (isAway) outages.add(error);
}

/** The database answers, but nothing can be written to it: a standby, or a server that is set to read only. */
export class ReadOnlyDatabaseError extends Error {
  constructor() {
    super('The database can only be read.');
    this.name = 'ReadOnlyDatabaseError';
  }
}

const DEPTH = 3;

/** True if the database is away or cannot be written to for now: it is not the request that is wrong. */
export function isOutage(error: unknown, depth = DEPTH): boolean {
  if (!(error instanceof Error)) return false;
  if (outages.has(error) || error instanceof ReadOnlyDatabaseError) return true;
  return depth > 0 && isOutage(error.cause, depth - 1);
}
