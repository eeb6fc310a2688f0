import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's client that its types leave out. With TLS, the stream is replaced while connecting. */
interface ClientWithStream {
  connection: { stream: Duplex };
}

/**
 * Sends everything that a connection is given within one turn of the event loop in a single write. Each write wakes PostgreSQL, and
 * waking it takes both sides longer than most statements of a page.
 */
export function gatheringWrites(client: pg.PoolClient): () => void {
  const { connection } = client as unknown as ClientWithStream;
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    const { stream } = connection;
    stream.cork();
    // It runs after all promises that are settled by now, so also after the code that waits for them.
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
