import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** Whom an answer is streamed to. */
export interface StreamReader {
  /** The session or token. A reader has only so many streams at once. */
  name: string;
  tenantId: string;
  /** Rejects with a refusal once the reader has lost access: the session ended, the account was closed, the token was revoked. */
  letInAgain(): Promise<unknown>;
}

const readers = new WeakMap<FastifyRequest, StreamReader>();

/** Says who reads the answer of this request, should it be streamed. */
export const readsAs = (request: FastifyRequest, reader: StreamReader): void =>
  void readers.set(request, reader);

export function readerOf(request: FastifyRequest): StreamReader {
  const reader = readers.get(request);
  if (!reader) throw new Error('An answer is streamed only to a reader whose access can be checked again.');
  return reader;
}

const LOOK_EVERY_MS = 3_000;
/** Longer than any export takes over a slow line. */
const LONGEST_MS = 30 * 60_000;
/** A reader who is behind must take this much in such a time, about the speed of an old mobile phone. */
const LEAST_BYTES = 480 * 1024;
const LEAST_BYTES_MS = 30_000;

/**
 * Ends a stream whose reader has lost access, or reads so slowly that the stream only holds a database connection. Returns what
 * ends the watching.
 */
export function watchReader(
  reply: FastifyReply,
  reader: StreamReader,
  end: (why: string) => void,
): () => void {
  const began = performance.now();
  let mark = { at: began, taken: 0 };
  let isLooking = false;

  async function checkAccess(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      await reader.letInAgain();
    } catch (error) {
      // Any other error, such as a database that does not answer, says nothing about the reader.
      if (error instanceof Refusal) end('The reader has lost access.');
    } finally {
      isLooking = false;
    }
  }

  function checkSpeed(): void {
    const now = performance.now();
    if (now - began > LONGEST_MS) end('The reader takes too long.');
    const { raw } = reply;
    const taken = (raw.socket?.bytesWritten ?? 0) - (raw.socket?.writableLength ?? 0);
    // A reader who has taken everything waits for us, and not the other way round.
    if (!raw.writableNeedDrain) mark = { at: now, taken };
    if (now - mark.at < LEAST_BYTES_MS) return;
    if (taken - mark.taken < LEAST_BYTES) end('The reader takes too little.');
    mark = { at: now, taken };
  }

  const timer = setInterval(() => {
    checkSpeed();
    void checkAccess();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
