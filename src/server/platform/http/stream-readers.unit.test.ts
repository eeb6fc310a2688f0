import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../errors.ts';
import { watchReader } from './stream-readers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const KB = 1024;
let bytesWritten = 0;

/** Watches a reader who takes so many bytes each second, for so many seconds, and returns why the stream was ended. */
async function watch(
  bytesPerSecond: number,
  seconds: number,
  { isBehind = true, letInAgain = async (): Promise<unknown> => undefined } = {},
) {
  bytesWritten = 0;
  const raw = {
    socket: {
      get bytesWritten() {
        return bytesWritten;
      },
      writableLength: 0,
    },
    writableNeedDrain: isBehind,
  };
  const why: string[] = [];
  const reader = { name: 'session 1', tenantId: 'harbor', letInAgain };
  const stop = watchReader({ raw } as unknown as FastifyReply, reader, (reason) => why.push(reason));
  for (let second = 0; second < seconds; second += 1) {
    bytesWritten += bytesPerSecond;
    await vi.advanceTimersByTimeAsync(1_000);
  }
  stop();
  return why[0] ?? null;
}

test('OPS-11 a reader who is behind and takes too little is sent nothing more; a slow line and a slow source are waited for', async () => {
  expect(await watch(10 * KB, 60)).toBe('The reader takes too little.');
  expect(await watch(20 * KB, 600)).toBeNull();
  expect(await watch(0, 600, { isBehind: false })).toBeNull();
  expect(await watch(20 * KB, 31 * 60)).toBe('The reader takes too long.');
});

test('OPS-11 only a refusal ends the stream, and not a database that does not answer', async () => {
  const refused = () => Promise.reject(new Refusal('not_signed_in'));
  expect(await watch(20 * KB, 5, { letInAgain: refused })).toBe('The reader has lost access.');
  expect(await watch(20 * KB, 5, { letInAgain: () => Promise.reject(new Error('no database')) })).toBeNull();
});
