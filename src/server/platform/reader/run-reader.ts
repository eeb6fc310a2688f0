import { spawn } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import path from 'node:path';

/** Why a reader was stopped: it took more memory or more time than one file may take. */
export type ReaderLimit = 'memory' | 'time';

/** The file takes more to read than one file may take. Another try would end in the same way. */
export class ReaderStoppedError extends Error {
  readonly limit: ReaderLimit;

  constructor(limit: ReaderLimit) {
    super(`A reader took more ${limit} than a file may take.`);
    this.name = 'ReaderStoppedError';
    this.limit = limit;
  }
}

/** Tells the metrics and the log of each reader that was stopped. */
export interface StoppedReader {
  task: string;
  limit: ReaderLimit;
  seconds: number;
}
export const stoppedReaders = channel('portal:stopped-readers');

/** What a reader writes instead of a line of its task. */
export type Failure = { failed: 'refused'; refusal: unknown } | { failed: 'error'; message: string };

/** The reader has found out what is wrong with the file. */
export class ReaderRefusedError extends Error {
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('The reader refused the file.');
    this.name = 'ReaderRefusedError';
    this.refusal = refusal;
  }
}

const READER = path.resolve(import.meta.dirname, '../../file-reader.ts');

/** Of JavaScript's own memory. */
const HEAP_MB = 384;
/**
 * What the kernel lets the process write to, buffers and pictures included. Node reserves about 600 MB of it before it does anything
 * and uses a tenth of that.
 */
const DATA_MB = 1_400;
/** Of the processor: waiting for whoever takes the rows does not count. */
const SECONDS = 60;
/** In all, also for whoever takes the rows: a file that is never read to its end would keep its job for ever. */
const MOST_SECONDS = 300;

/**
 * The shell sets the limits, which hold for whatever the reader starts as well. A crash leaves no copy of the memory on the disk, and the
 * worker goes before the reader where the processor is short.
 */
const LIMITED = `ulimit -c 0; ulimit -d ${DATA_MB * 1024}; ulimit -St ${SECONDS}; exec nice -n 5 "$@"`;

/** Signals by which somebody stops the worker, and the reader with it. All others are the end of a reader that went over a limit. */
const FROM_OUTSIDE: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Reads a file of a person in a process of its own, and passes on what that writes, line by line, as fast as it is taken. The process
 * has limits that the kernel keeps, and no setting and no connection of ours.
 */
export async function* runReader(task: { task: string }): AsyncGenerator<unknown> {
  const { PATH, NODE_COMPILE_CACHE, TMPDIR } = process.env;
  const begun = performance.now();
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, READER, JSON.stringify(task)];
  const child = spawn('/bin/sh', ['-c', LIMITED, 'reader', ...node], {
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  });
  ended.catch(() => undefined);
  // As the kernel ends it when its time of the processor is over.
  const tooLong = setTimeout(() => child.kill('SIGXCPU'), MOST_SECONDS * 1000);
  try {
    for await (const line of linesOf(child.stdout.setEncoding('utf8'))) {
      const read = JSON.parse(line) as unknown;
      const failure = failureIn(read);
      if (failure?.failed === 'refused') throw new ReaderRefusedError(failure.refusal);
      if (failure) throw new Error(`A reader failed: ${failure.message}`);
      yield read;
    }
    const { code, signal } = await ended;
    if (code === 0) return;
    if (code === 1 || FROM_OUTSIDE.includes(signal)) throw new Error(`A reader ended: ${signal ?? code}`);
    const limit = signal === 'SIGXCPU' ? 'time' : 'memory';
    const seconds = (performance.now() - begun) / 1000;
    stoppedReaders.publish({ task: task.task, limit, seconds } satisfies StoppedReader);
    throw new ReaderStoppedError(limit);
  } finally {
    clearTimeout(tooLong);
    child.kill('SIGKILL');
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const failureIn = (read: unknown): Failure | null =>
  typeof read === 'object' && read !== null && 'failed' in read ? (read as Failure) : null;
