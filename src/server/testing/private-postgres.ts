import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { setRoleLimits } from '../platform/db/role-limits.ts';

const run = promisify(execFile);
const BIN = process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';
const HOST = '127.0.0.1';
/** PostgreSQL refuses to run as root. */
const AS_USER =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  shared_buffers: '64MB',
  // Only processes are killed here, not the machine, so what was written survives.
  fsync: 'off',
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export type PrivatePostgres = Awaited<ReturnType<typeof startPrivatePostgres>>;

/** Starts a server for one test, which may be killed. It has the two roles and no data. Further settings may be given. */
export async function startPrivatePostgres(further: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const asUser = (program: string, ...args: string[]) =>
    [...AS_USER, program, ...args] as [string, ...string[]];
  if (AS_USER.length > 0) await run('chown', ['postgres:', folder]);
  const [initdb, ...initArgs] = asUser(
    join(BIN, 'initdb'),
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  );
  await run(initdb, initArgs);
  const urlAs = (role: string, database = 'portal') => `postgresql://${role}@${HOST}:${port}/${database}`;

  async function start() {
    const settings = Object.entries({ ...SETTINGS, ...further, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const [program, ...args] = asUser(join(BIN, 'postgres'), '-D', data, ...settings);
    const server = spawn(program, args, { stdio: 'ignore' });
    await answers(urlAs('postgres', 'postgres'));
    return server;
  }

  let server = await start();
  await asSuperuser(urlAs('postgres', 'postgres'), async (client) => {
    await client.query('create role portal_owner login');
    await client.query('create role portal_app login');
    for (const statement of setRoleLimits()) await client.query(statement);
    await client.query('create database portal owner portal_owner');
  });
  await asSuperuser(urlAs('postgres'), (client) => client.query('create extension if not exists pg_trgm'));

  return {
    ownerUrl: urlAs('portal_owner'),
    url: urlAs('portal_app'),
    superuserUrl: urlAs('postgres'),

    /** Kills all of its processes at once, as if the machine had failed, and starts it again. */
    async killAndRestart(): Promise<void> {
      await this.kill();
      server = await start();
    },

    /** Kills all of its processes at once. Afterwards its port refuses connections until it is started again. */
    async kill(): Promise<void> {
      const all = await processesOf(server);
      const ended = once(server, 'exit');
      for (const pid of all) send(pid, 'SIGKILL');
      await ended;
      while (all.some(isAlive)) await setTimeout(10);
    },

    async startAgain(): Promise<void> {
      server = await start();
    },

    /** Stops all of its processes where they are: it accepts connections and says nothing. Returns what lets them go on. */
    async freeze(): Promise<() => void> {
      const all = await processesOf(server);
      for (const pid of all) send(pid, 'SIGSTOP');
      return () => {
        for (const pid of all.reverse()) send(pid, 'SIGCONT');
      };
    },

    async stop(): Promise<void> {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The ids of the server's processes: the first is the one that started the others. */
async function processesOf(server: ChildProcess): Promise<number[]> {
  const pid = server.pid ?? 0;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function answers(url: string, tries = 600): Promise<void> {
  try {
    await asSuperuser(url, (client) => client.query('select 1'));
  } catch (error) {
    if (tries === 0) throw error;
    await setTimeout(50);
    await answers(url, tries - 1);
  }
}
