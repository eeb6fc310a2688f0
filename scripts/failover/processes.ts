import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** PostgreSQL and Patroni refuse to run as root. */
export const AS_POSTGRES =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/** The caller's PGPASSWORD, PGHOST or proxy must not change what a program does. */
export const PLAIN_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

export interface Daemon {
  readonly pid: number;
  readonly isRunning: boolean;
  /** Ends it with this signal, and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts a program that runs until it is ended. Whatever it says is added to the file. */
export function startDaemon(
  [program = '', ...args]: readonly string[],
  { log, env, onEnd }: { log: string; env: Record<string, string>; onEnd?: (code: number | null) => void },
): Daemon {
  const output = openSync(log, 'a');
  const child = spawn(program, args, { env, stdio: ['ignore', output, output] });
  closeSync(output);
  running.add(child);
  child.once('exit', (code) => {
    running.delete(child);
    onEnd?.(code);
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    get isRunning() {
      return running.has(child);
    },
    async end(signal) {
      if (!running.has(child)) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      // A stopped process receives no other signal than these two.
      if (signal !== 'SIGKILL') child.kill('SIGCONT');
      await ended;
    },
  };
}

export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Returns false if there is no such process any more. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A process and everything that it has started. It is stopped first, so that it starts nothing else meanwhile. */
export function signalTree(pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  if (name !== 'SIGCONT') signal(pid, 'SIGSTOP');
  for (const child of childrenOf(pid)) signalTree(child, name);
  if (name !== 'SIGSTOP') signal(pid, name);
}

/** Asks until the answer is true. An error counts as false. */
export async function until(
  what: string,
  seconds: number,
  isSo: () => Promise<boolean> | boolean,
  everyMs = 200,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (
      await Promise.resolve()
        .then(isSo)
        .catch(() => false)
    )
      return (performance.now() - started) / 1000;
    if (performance.now() - started > seconds * 1000)
      throw new Error(`After ${seconds} s, still not so: ${what}`);
    await setTimeout(everyMs);
  }
}
