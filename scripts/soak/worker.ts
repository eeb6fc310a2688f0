import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export interface Worker {
  pid: number;
  stop(): Promise<void>;
}

/** Starts the worker as an operator does. Resolves when it is ready. */
export async function startWorker(port: number, settings: Record<string, string>): Promise<Worker> {
  const child = spawn(process.execPath, ['src/server/worker.ts'], {
    env: { ...process.env, WORKER_PORT: String(port), LOG_LEVEL: 'error', ...settings },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The worker does not start.');
    await setTimeout(50);
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) throw new Error(`The worker ended by itself with ${child.exitCode}.`);
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`The worker ended with ${code}.`);
    },
  };
}
