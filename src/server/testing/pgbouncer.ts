import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './private-postgres.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../../deploy/pgbouncer.ini');
const HOST = '127.0.0.1';
const ADMIN = 'admin';

export interface PgBouncer {
  version: string;
  /** The same URL, through it. */
  through(url: string): string;
  /** Its console, where databases can be closed and counters read. */
  adminUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts that program with the settings that we ship, in front of the server of that URL. Every database of the server can be
 * reached through it, and the certificate is made for this run.
 */
export async function startPgBouncer(
  program: string,
  serverUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  const place = (name: string) => path.join(folder, name);
  const port = await freePort();
  const server = new URL(serverUrl);
  makeCertificate(place('server.key'), place('server.crt'));
  writeFileSync(
    place('userlist.txt'),
    `"${server.username}" "${decodeURIComponent(server.password)}"\n"${ADMIN}" "${ADMIN}"\n`,
  );
  const changed: Record<string, string> = {
    listen_port: String(port),
    // The server of a development machine has no certificate.
    server_tls_sslmode: 'disable',
    admin_users: ADMIN,
    logfile: place('log'),
    pidfile: place('pid'),
    ...settings,
  };
  const kept = readFileSync(SHIPPED, 'utf8')
    .replace(/^portal = .*$/m, `* = host=${server.hostname} port=${server.port}`)
    .replaceAll('/etc/pgbouncer', folder)
    .split('\n')
    .filter((line) => !(line.split('=')[0]?.trim() ?? '') || !((line.split('=')[0] ?? '').trim() in changed));
  const lines = Object.entries(changed).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(place('pgbouncer.ini'), [...kept, ...lines, ''].join('\n'));
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', 'postgres:', folder]);
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  const [command = program, ...args] = [...asUser, program, place('pgbouncer.ini')];
  const child = spawn(command, args, { stdio: 'ignore' });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const through = (url: string) => {
    const pooled = new URL(url);
    pooled.host = `localhost:${port}`;
    pooled.searchParams.set('sslmode', 'verify-full');
    pooled.searchParams.set('sslrootcert', place('server.crt'));
    return pooled.href;
  };
  const adminUrl = through(`postgresql://${ADMIN}:${ADMIN}@${HOST}:${port}/pgbouncer`);
  const version = await answers(adminUrl, place('log'));
  return {
    version,
    through,
    adminUrl,
    async stop() {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function makeCertificate(key: string, certificate: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  chmodSync(certificate, 0o644);
}

/** Its console speaks no prepared statements. */
export async function askConsole(adminUrl: string, question: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(question)).rows;
  } finally {
    await client.end();
  }
}

async function answers(adminUrl: string, log: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      const [row] = await askConsole(adminUrl, 'show version');
      return row?.['version'] ?? '';
    } catch (error) {
      if (tries === 100)
        throw new Error(`PgBouncer does not answer: ${readFileSync(log, 'utf8')}`, { cause: error });
      await setTimeout(50);
    }
  }
}
