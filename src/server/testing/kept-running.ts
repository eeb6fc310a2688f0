import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type KeptRunning = ReturnType<typeof keepRunning>;

/** Restarts a program whenever it ends, as an operator's service manager does. */
export function keepRunning(file: string, env: Readonly<Record<string, string>>) {
  let isWanted = true;
  let child: ChildProcess;
  let starts = 0;
  const start = () => {
    starts += 1;
    child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: 'ignore' });
    child.once('exit', () => {
      if (isWanted) start();
    });
  };
  const end = async () => {
    isWanted = false;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  start();
  return {
    get starts() {
      return starts;
    },
    signal: (name: 'SIGSTOP' | 'SIGCONT') => child.kill(name),

    /** Between the end and the next start, `meanwhile` can simulate the time that would have passed. */
    async kill(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
      await end();
      await meanwhile();
      isWanted = true;
      start();
    },

    stop: end,
  };
}
