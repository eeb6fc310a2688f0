import type pg from 'pg';

/**
 * Without these listeners a connection that the server closes, idle or during a transaction, would end the process. The pool
 * replaces it, and the code that uses it gets the error from its statement.
 */
export function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
}
