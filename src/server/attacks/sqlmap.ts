import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { addressOf } from './matrix.ts';
import type { WireRequest } from './reach.ts';

const run = promisify(execFile);

// Every status, including a refusal, is an answer that sqlmap has to examine.
const OPTIONS =
  '--ignore-stdin --batch --disable-coloring --flush-session --dbms postgresql --level 2 --technique BEUST --time-sec 2 --threads 4 --ignore-code *'.split(
    ' ',
  );

interface Target {
  endpoint: Endpoint;
  request: WireRequest;
  headers: Record<string, string>;
}

interface Scan {
  /** The places that sqlmap claims it can inject into. */
  found: string[];
  /**
   * The places where an answer followed what it sent. It then tries each with random conditions of any length; where the length of a
   * value is limited, some are refused, and it takes what it has found for a mistake.
   */
  suspected: string[];
  /** What it printed last, for a test that expects something else. */
  printed: string;
}

/** Runs sqlmap on everything that a request contains. */
export async function sqlmap(origin: string, target: Target): Promise<Scan> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sqlmap-'));
  try {
    const file = path.join(folder, 'request.txt');
    await writeFile(file, written(origin, target));
    const { stdout } = await run('sqlmap', ['-r', file, '--output-dir', folder, ...OPTIONS], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, HOME: folder },
    });
    if (!stdout.includes('testing')) throw new Error(`sqlmap tried nothing: ${stdout.slice(-500)}`);
    return {
      found: stdout.split('\n').filter((line) => /^Parameter: |is vulnerable/.test(line)),
      suspected: stdout.split('\n').filter((line) => /appears to be '.*' injectable/.test(line)),
      printed: stdout.slice(-4000),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Marks with a star what sqlmap should replace: each part of the path and the query, and each value of the body. */
function written(origin: string, { endpoint, request, headers }: Target): string {
  const { body } = request;
  const content = body === undefined ? '' : markedJson(body);
  const sent = {
    ...headers,
    host: new URL(origin).host,
    ...(endpoint.isCommand && { 'idempotency-key': crypto.randomUUID() }),
    ...(content && { 'content-type': 'application/json' }),
  };
  return [
    `${endpoint.method} ${addressOf(endpoint, request, '*')} HTTP/1.1`,
    ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
    ...['', content],
  ].join('\r\n');
}

/** A marked number must stay without quotes. */
const markedJson = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => {
    if (typeof value === 'string') return `${value}*`;
    return typeof value === 'number' || typeof value === 'bigint' ? `<${value}*>` : value;
  }).replace(/"<([^"]*)>"/g, '$1');
