import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../../src/server/platform/db/database.ts';

/** Reads how many seconds of processor time something has used so far. Null when it does not run on this machine. */
export type ProcessorTime = () => number | null;

/** The kernel counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Of the process that listens at a portal's address. */
export function timeOfPortal(url: string): ProcessorTime {
  const pid = listenerAt(Number(new URL(url).port || '80'));
  return () => (pid === null ? null : (statOf(pid)?.own ?? null));
}

/** Of all processes of a PostgreSQL, also those that have ended. */
export async function timeOfPostgres(db: Database): Promise<ProcessorTime> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const backend = statOf(rows[0]?.pid ?? 0);
  const postmaster = backend?.name === 'postgres' ? backend.parent : null;
  return () => (postmaster === null ? null : timeOfFamily(postmaster));
}

function timeOfFamily(parent: number): number {
  const processes = pids().flatMap((pid) => {
    const stat = statOf(pid);
    return stat ? [{ pid, ...stat }] : [];
  });
  return processes.reduce((sum, { pid, parent: of, own, ended }) => {
    if (pid === parent) return sum + own + ended;
    return of === parent ? sum + own : sum;
  }, 0);
}

const pids = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);

interface Stat {
  name: string;
  parent: number;
  own: number;
  /** Of its children that have ended. */
  ended: number;
}

/** Null for a process that is not there. */
function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat
      .slice(end + 2)
      .split(' ')
      .map(Number);
    const seconds = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: fields[1] ?? 0,
      own: seconds(11),
      ended: seconds(13),
    };
  } catch {
    return null;
  }
}

const LISTENING = '0A';

/** The process that listens at a port of this machine. */
function listenerAt(port: number): number | null {
  const sockets = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local = '', , state]) => Number.parseInt(local.slice(-4), 16) === port && state === LISTENING,
      )
      .map((columns) => `socket:[${columns[9]}]`),
  );
  return pids().find((pid) => filesOf(pid).some((file) => sockets.includes(file))) ?? null;
}

function filesOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).map((file) => readlinkSync(`${folder}/${file}`));
  } catch {
    return [];
  }
}
