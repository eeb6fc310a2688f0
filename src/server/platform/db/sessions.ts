import type pg from 'pg';

/** A connection pooler is between this program and PostgreSQL, where the program needs a session of its own. */
export class PooledConnectionError extends Error {
  constructor() {
    super(
      'A connection pooler such as PgBouncer is in front of the database. Set DATABASE_DIRECT_URL to PostgreSQL itself: locks, temporary tables and notifications belong to a session',
    );
  }
}

/**
 * Whether nothing between the client and PostgreSQL hands the connection on to others. A pooler invents the number that a client
 * is told when it connects, because the client has no one process at the server.
 */
export async function leadsDirectly(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === processID;
}

/** Refuses new connections of a pool that are not sessions. */
export function verifySession(client: pg.PoolClient, done: (error?: Error) => void): void {
  leadsDirectly(client).then((isDirect) => (isDirect ? done() : done(new PooledConnectionError())), done);
}
