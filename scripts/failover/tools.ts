import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The programs of the cluster. Each is a command line: `PATRONI='python3 /opt/patroni/patroni.py'` runs it from its source. */
export interface Tools {
  patroni: readonly string[];
  etcd: readonly string[];
  haproxy: readonly string[];
  /** Null if it was left out on purpose. */
  pgbouncer: readonly string[] | null;
  /** The folder of initdb, postgres and pg_rewind. */
  postgresBin: string;
  /** The compiler of stepped-clock.c; without one, no clock is stepped. */
  compiler: string | null;
}

interface Wanted {
  variable: string;
  program: string;
  from: string;
}

const WANTED = {
  patroni: {
    variable: 'PATRONI',
    program: 'patroni',
    from: "version 3.0.3 or newer (Debian 12 has 3.0.2, which loses commits): pip install 'patroni[etcd3,psycopg2]', or its source from github.com/patroni/patroni with PATRONI='/usr/bin/python3 …/patroni.py' and Debian's python3-psycopg2, python3-etcd, python3-click, python3-dateutil, python3-psutil, python3-prettytable and python3-yaml",
  },
  etcd: { variable: 'ETCD', program: 'etcd', from: "Debian's package etcd-server" },
  haproxy: { variable: 'HAPROXY', program: 'haproxy', from: "Debian's package haproxy" },
  pgbouncer: {
    variable: 'PGBOUNCER',
    program: 'pgbouncer',
    from: 'version 1.21 or newer (Debian 12 has 1.18, which knows no prepared statements): its source from www.pgbouncer.org; or WITHOUT=pgbouncer',
  },
} satisfies Record<string, Wanted>;

const OLDEST_PATRONI = [3, 0, 3];
const OLDEST_PGBOUNCER = [1, 21, 0];

/** Finds every program, or ends with a message that says what is missing and where it comes from. */
export function findTools(without: readonly string[]): Tools {
  const missing: string[] = [];
  const find = ({ variable, program, from }: Wanted): string[] => {
    const command = (process.env[variable] ?? program).split(' ');
    const found = whereIs(command[0] ?? '');
    if (!found) missing.push(`${program}: ${from} (looked for ${command[0]}; ${variable} names another)`);
    return [found ?? '', ...command.slice(1)];
  };
  const check = (command: readonly string[], { program, from }: Wanted, oldest: readonly number[]) => {
    if (command[0] && isOlder(versionOf(command), oldest)) missing.push(`${program}: ${from}`);
  };
  const tools: Tools = {
    patroni: find(WANTED.patroni),
    etcd: find(WANTED.etcd),
    haproxy: find(WANTED.haproxy),
    pgbouncer: without.includes('pgbouncer') ? null : find(WANTED.pgbouncer),
    postgresBin: process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin',
    compiler: whereIs(process.env['CC'] ?? 'cc'),
  };
  check(tools.patroni, WANTED.patroni, OLDEST_PATRONI);
  if (tools.pgbouncer) check(tools.pgbouncer, WANTED.pgbouncer, OLDEST_PGBOUNCER);
  if (missing.length > 0) {
    console.error(['Needed, and not found:', ...missing.map((one) => `  ${one}`)].join('\n'));
    process.exit(2);
  }
  return tools;
}

function whereIs(program: string): string | null {
  const folders = program.includes('/')
    ? ['']
    : [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  const files = folders.map((folder) => (folder ? path.join(folder, program) : program));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function versionOf([program = '', ...args]: readonly string[]): string {
  return (
    /\d+\.\d+(\.\d+)?/.exec(execFileSync(program, [...args, '--version'], { encoding: 'utf8' }))?.[0] ?? ''
  );
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const differing = oldest.findIndex((part, index) => part !== (parts[index] ?? 0));
  return differing >= 0 && (parts[differing] ?? 0) < (oldest[differing] ?? 0);
}
