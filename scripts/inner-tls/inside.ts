import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

interface Service {
  command?: string | string[];
  environment?: Record<string, string>;
}

const BIN = process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);

/** compose.yaml as it is shipped, with its folders, names and ports moved to this machine. */
export async function readCompose(folder: string, values: Record<string, string>, moved: [string, string][]) {
  const { services } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
  };
  const here = (text: string) =>
    [
      ['/tls', `${folder}/tls`],
      ['/run/clamav', `${folder}/clamav`],
      ['/etc/postgresql/pg_hba.conf', `${folder}/pg_hba.conf`],
      ...moved,
    ]
      .reduce((all, [from = '', to = '']) => all.replaceAll(from, to), text)
      .replaceAll(
        /\$\{(\w+)(?::\?|:-(\w*))?\}/g,
        (_, name: string, fallback = '') => values[name] || fallback,
      );
  return {
    here,
    command: (name: string): string[] => {
      const { command = [] } = services[name] ?? {};
      return (typeof command === 'string' ? command.trim().split(/\s+/) : command).map(here);
    },
    environment: (name: string): Record<string, string> =>
      Object.fromEntries(
        Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, here(value)]),
      ),
  };
}

/** PostgreSQL with the command line of compose.yaml, less memory, and the roles of deploy/postgres-roles.sh. */
export async function startPostgres(folder: string, command: readonly string[], port: number, roles: object) {
  const as = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  const data = path.join(folder, 'data');
  await mkdir(data);
  await run('chown', ['postgres:', data]);
  const asPostgres = (program: string, args: readonly string[], env: object = process.env) =>
    run('setpriv', [...as.slice(1), program, ...args], { env: { ...env } as NodeJS.ProcessEnv });
  await asPostgres(`${BIN}/initdb`, [
    '-D',
    data,
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--no-sync',
  ]);
  const given = command.slice(1).map((part) => part.replace(/^shared_buffers=.*/, 'shared_buffers=64MB'));
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1,127.0.0.2', `unix_socket_directories=${data}`];
  const settings = [...given, ...own.flatMap((setting) => ['-c', setting])];
  const child = spawn('setpriv', [...as.slice(1), `${BIN}/postgres`, '-D', data, ...settings], {
    stdio: 'inherit',
  });
  const socket = { PATH: process.env['PATH'], PGHOST: data, PGPORT: String(port) };
  for (let tries = 0; ; tries += 1) {
    const isUp = await run(`${BIN}/pg_isready`, ['--host=127.0.0.1', `--port=${port}`]).catch(() => null);
    if (isUp) break;
    if (tries > 100) throw new Error('PostgreSQL does not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await asPostgres('sh', ['deploy/postgres-roles.sh'], { ...socket, POSTGRES_USER: 'postgres', ...roles });
  return { stop: () => end(child, 'SIGINT') };
}

/** clamd with deploy/clamd.conf and one signature of our own. */
export async function startClamd(folder: string, here: (text: string) => string, signature: string) {
  const home = path.join(folder, 'clamav');
  await mkdir(home);
  await run('chown', ['clamav:', home]);
  await writeFile(path.join(folder, 'portal.ndb'), signature);
  await mkdir(path.join(folder, 'signatures'));
  await run('mv', [path.join(folder, 'portal.ndb'), path.join(folder, 'signatures')]);
  const shipped = await readFile('deploy/clamd.conf', 'utf8');
  await writeFile(
    path.join(folder, 'clamd.conf'),
    here(shipped).replace('/var/lib/clamav', `${folder}/signatures`),
  );
  await chmod(folder, 0o755);
  const child = spawn('clamd', ['--foreground', '-c', path.join(folder, 'clamd.conf')], { stdio: 'ignore' });
  return { stop: () => end(child, 'SIGKILL') };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
