import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './private-postgres.ts';
import { ENCRYPTION_KEY, ORIGIN, PEPPER, SECRET, type TestApp } from './test-app.ts';
import { pooledUrlOf } from './test-database.ts';

export interface Program extends TestApp {
  port: number;
  child: ChildProcess;
  /** Everything that it has written to stdout and stderr. */
  written(): string;
  /** Sends the signal and resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Ended {
  code: number | null;
  written: string;
}

const SERVER = path.resolve(import.meta.dirname, '..');

/** The same secrets as in the tests' own app, so that either recognizes the other's users. */
const SETTINGS = {
  PUBLIC_ORIGIN: ORIGIN,
  PASSWORD_PEPPER: PEPPER,
  SIGN_IN_SECRET: SECRET,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  // Each bucket has its own setting of which pages may upload.
  S3_BUCKET: 'portal-test-programs',
  S3_UPLOAD_BUCKET: 'portal-test-programs-uploads',
  LOG_LEVEL: 'debug',
};

type Settings = Readonly<Record<string, string>>;

/** Starts the api or the worker as an operator does: as a separate process, reached over HTTP. */
export async function startProgram(name: 'api' | 'worker', settings: Settings): Promise<Program> {
  const port = await freePort();
  const { child, written, ended } = launch([`${name}.ts`], {
    [name === 'api' ? 'PORT' : 'WORKER_PORT']: String(port),
    ...settings,
    ...(name === 'api' && pooled(settings)),
  });
  const url = `http://localhost:${port}`;
  const fetchFrom: TestApp['fetch'] = (address, init) => fetch(`${url}${address}`, init);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await ended).code;
  };
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${written()}`);
    if (await fetchFrom('/healthz').catch(() => null)) break;
    if (Date.now() > deadline) throw new Error(`${name} does not answer: ${written()}`);
    await setTimeout(50);
  }
  return { port, url, child, written, end, fetch: fetchFrom, close: async () => void (await end('SIGKILL')) };
}

/** An api goes through PgBouncer where the tests do. */
function pooled({ DATABASE_URL: direct }: Settings): Settings {
  if (!direct || pooledUrlOf(direct) === direct) return {};
  return { DATABASE_URL: pooledUrlOf(direct), DATABASE_DIRECT_URL: direct };
}

/** Runs a program that ends by itself, such as an operator's command. */
export const runProgram = (args: readonly string[], settings: Settings): Promise<Ended> =>
  launch(args, settings).ended;

function launch([file = '', ...args]: readonly string[], settings: Settings) {
  const child = spawn(process.execPath, [path.join(SERVER, file), ...args], {
    env: { ...process.env, ...SETTINGS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that fails early must not leave the process running.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let text = '';
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, written: text }));
  return { child, ended, written: () => text };
}
