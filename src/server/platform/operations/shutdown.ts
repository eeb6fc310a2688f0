import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

interface Shutdown {
  logger: FastifyBaseLogger;
  deadlineSeconds: number;
  /** Finishes the requests or jobs that are running. */
  finish(): Promise<void>;
  /** Cuts off whatever is still running after the deadline. */
  cutOff?(): void;
  /** Closes the connections to the dependencies. */
  release(): Promise<unknown>;
}

/** Shuts the process down gracefully on a signal; a second signal ends it at once. */
export function stopOnSignals({ logger, deadlineSeconds, finish, cutOff, release }: Shutdown): void {
  async function stop(signal: string): Promise<void> {
    logger.info({ signal }, 'stopping');
    const started = performance.now();
    const deadline = new AbortController();
    const isFinished = await Promise.race([
      finish().then(() => true),
      setTimeout(deadlineSeconds * 1000, false, { signal: deadline.signal }),
    ]);
    deadline.abort();
    const seconds = (performance.now() - started) / 1000;
    if (isFinished) logger.info({ seconds }, 'stopped');
    else {
      logger.error({ seconds }, 'stopped at the deadline: work was cut off');
      cutOff?.();
    }
    await Promise.race([release(), setTimeout(RELEASE_MS)]);
    process.exit(isFinished ? 0 : 1);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      stop(signal).catch((err: unknown) => {
        logger.fatal({ err }, 'could not stop in order');
        process.exit(1);
      });
    });
}

const RELEASE_MS = 5_000;
/** How long a fresh connection has to send its first request after new connections are refused. */
const FIRST_REQUEST_MS = 1_000;

/**
 * Closes a server after every accepted request has been answered. Node closes connections that are idle between two requests by
 * itself, but it would wait forever for one that never sent a request, such as a browser opens in advance.
 */
export function closingInOrder(app: FastifyInstance): () => Promise<void> {
  const unused = new Map<string, Socket>();
  app.server.on('connection', (socket) => {
    const name = nameOf(socket);
    unused.set(name, socket);
    socket.once('close', () => unused.delete(name));
  });
  app.server.on('request', ({ socket }) => unused.delete(nameOf(socket)));
  return async () => {
    await untilNobodyWaits();
    const closed = new Promise((resolve) => app.server.close(resolve));
    const patience = new AbortController();
    const givenUp = setTimeout(FIRST_REQUEST_MS, undefined, { signal: patience.signal }).then(() => {
      for (const socket of unused.values()) socket.destroy();
    });
    await Promise.all([closed.then(() => patience.abort()), givenUp.catch(() => undefined)]);
    await app.close();
  };
}

/** With TLS, a connection and its requests have different sockets: both have the caller's address and port. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

const MOST_TURNS = 1_000;
const SHORT_TURN_MS = 1;

/**
 * The kernel has accepted connections that the process has not seen yet and would reset them when the server closes. One turn
 * of the event loop accepts them all; after a short turn hardly any new ones can have arrived.
 */
async function untilNobodyWaits(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const started = performance.now();
    await setImmediate();
    if (performance.now() - started < SHORT_TURN_MS) return;
  }
}

/** An error that nothing caught: the log gets its frames, never its message, which may quote somebody's data. */
export function endOnUncaught(logger: FastifyBaseLogger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err) => {
      logger.fatal({ err }, 'ended by an error that nothing caught');
      process.exit(1);
    });
}
