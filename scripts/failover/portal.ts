import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { type Daemon, startDaemon, until } from './processes.ts';

/** As in deploy/portal@.service. */
const RESTART_AFTER_MS = 2_000;
const INVALID_SETTINGS = 2;

export interface Service {
  url: string;
  /** How often it was started. */
  readonly starts: number;
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts a program again after it has ended, as systemd does, and does nothing else for it: one that hangs stays as it is. */
export async function superviseProgram(
  name: 'api' | 'worker',
  { folder, label, settings }: { folder: string; label: string; settings: Record<string, string> },
): Promise<Service> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...(process.env as Record<string, string>),
    ...settings,
    [name === 'api' ? 'PORT' : 'WORKER_PORT']: String(port),
    SHUTDOWN_DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
  };
  let isWanted = true;
  let starts = 0;
  const start = (): Daemon => {
    starts += 1;
    return startDaemon([process.execPath, `src/server/${name}.ts`], {
      log: path.join(folder, `${label}.log`),
      env,
      onEnd: (code) => {
        if (isWanted && code !== INVALID_SETTINGS)
          void setTimeout(RESTART_AFTER_MS).then(() => {
            if (isWanted) daemon = start();
          });
      },
    });
  };
  let daemon = start();
  const isReady = async () =>
    (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))?.ok === true;
  const isReadyOrEnded = async () => !daemon.isRunning || (await isReady());
  await until(`${label} is ready`, 90, isReadyOrEnded);
  if (!daemon.isRunning) throw new Error(`${label} ended at once: see ${folder}/${label}.log`);
  return {
    url,
    get starts() {
      return starts;
    },
    isReady,
    async stop() {
      isWanted = false;
      // One that hangs does not end by itself.
      const deadline = setTimeout(20_000, undefined, { ref: false }).then(() => daemon.end('SIGKILL'));
      await Promise.race([daemon.end('SIGTERM'), deadline]);
    },
  };
}
