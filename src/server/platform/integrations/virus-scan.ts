import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { outsideTransactions } from '../outside-work.ts';

export interface VirusScannerConfig {
  /** A host, or the path of clamd's socket. Only the socket is private to the machine: clamd knows no encryption. */
  host: string;
  /** Of the host. */
  port: number;
  /** The time limit of a whole scan, from connecting to the verdict. */
  timeoutMs?: number;
  /** Keep this at or below clamd's StreamMaxLength. Above it, clamd closes the connection in the middle of the file. */
  maxBytes?: number;
}

export type ScanResult = { clean: true } | { clean: false; signature: string };

/**
 * - `unreachable`: clamd does not answer or the connection broke
 * - `timeout`: no verdict in time
 * - `too_large`: over our limit or clamd's
 * - `unreadable`: the file's own stream failed
 * - `failed`: clamd answered with an error
 */
export type ScanFailure = 'unreachable' | 'timeout' | 'too_large' | 'unreadable' | 'failed';

/** There is no verdict. A file without a verdict is not clean. */
export class VirusScanError extends Error {
  readonly reason: ScanFailure;

  constructor(reason: ScanFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'VirusScanError';
    this.reason = reason;
  }
}

const pingTimeoutMs = 2_000;
const longestReply = 4_096;

export type VirusScanner = ReturnType<typeof createVirusScanner>;

export function createVirusScanner(config: VirusScannerConfig) {
  const { timeoutMs = 60_000, maxBytes = 25 * 1024 * 1024 } = config;

  /** Reads the source to its end. If the scan fails, the stream is destroyed. */
  async function scan(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<ScanResult> {
    const reply = await converse(config, timeoutMs, instream(source, maxBytes));
    if (reply === 'stream: OK') return { clean: true };
    const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1];
    if (signature !== undefined) return { clean: false, signature };
    if (reply.includes('size limit exceeded')) throw new VirusScanError('too_large', `clamd: ${reply}`);
    throw new VirusScanError('failed', `clamd: ${reply}`);
  }

  async function ping(): Promise<void> {
    const reply = await converse(config, pingTimeoutMs, [Buffer.from('zPING\0')]);
    if (reply !== 'PONG') throw new VirusScanError('failed', `clamd: ${reply}`);
  }

  /** The version of clamd and, if it has them, of its signatures: 'ClamAV 1.4.1/27400/Sun Nov 15 08:00:00 2026'. */
  const version = (): Promise<string> => converse(config, pingTimeoutMs, [Buffer.from('zVERSION\0')]);

  /** When its signatures were made, where it says so. */
  async function signedAt(): Promise<Date | undefined> {
    const [, , date] = (await version()).split('/');
    return date === undefined ? undefined : new Date(date);
  }

  return outsideTransactions('virus scanner', { scan, ping, version, signedAt });
}

/** Writes clamd's framing: each chunk follows its length, and a length of zero ends the file. */
async function* instream(source: Uint8Array | AsyncIterable<Uint8Array>, maxBytes: number) {
  yield Buffer.from('zINSTREAM\0');
  let total = 0;
  for await (const chunk of readable(source)) {
    // An empty chunk would mean the end, and the rest of the file would go unscanned.
    if (chunk.length === 0) continue;
    total += chunk.length;
    if (total > maxBytes) throw new VirusScanError('too_large', `The file is larger than ${maxBytes} bytes`);
    yield uint32(chunk.length);
    yield chunk;
  }
  yield uint32(0);
}

async function* readable(source: Uint8Array | AsyncIterable<Uint8Array>) {
  try {
    yield* source instanceof Uint8Array ? [source] : source;
  } catch (error) {
    throw new VirusScanError('unreadable', 'The file could not be read to its end', error);
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const isSocketPath = (host: string) => host.startsWith('/');

type Request = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function converse({ host, port }: VirusScannerConfig, timeoutMs: number, request: Request) {
  const signal = AbortSignal.timeout(timeoutMs);
  const socket = connect({ ...(isSocketPath(host) ? { path: host } : { host, port }), signal });
  try {
    // Reads and sends concurrently, because clamd may answer and close the connection before everything is sent. Then the answer
    // counts.
    const [reply, sent] = await Promise.allSettled([readReply(socket), send(request, socket, signal)]);
    if (reply.status === 'fulfilled') return reply.value;
    throw explain(
      sent.status === 'rejected' ? sent.reason : reply.reason,
      signal,
      isSocketPath(host) ? host : `${host}:${port}`,
    );
  } finally {
    socket.destroy();
  }
}

async function send(request: Request, socket: Socket, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(request, socket, { end: false, signal });
  } catch (error) {
    // If the file is at fault, no answer will come. If the connection broke, an answer may still arrive.
    if (error instanceof VirusScanError) socket.destroy(error);
    throw error;
  }
}

async function readReply(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    reply += chunk.toString('utf8');
    const end = reply.indexOf('\0');
    if (end >= 0) return reply.slice(0, end).trim();
    if (reply.length > longestReply) throw new VirusScanError('failed', 'clamd: the answer has no end');
  }
  throw new VirusScanError('unreachable', 'clamd hung up without an answer');
}

function explain(error: unknown, signal: AbortSignal, address: string): VirusScanError {
  if (error instanceof VirusScanError) return error;
  if (signal.aborted)
    return new VirusScanError('timeout', `clamd at ${address} did not answer in time`, error);
  return new VirusScanError('unreachable', `clamd at ${address} cannot be reached`, error);
}
