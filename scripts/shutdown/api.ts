import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestWithTls, Agent as TlsAgent } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import type { Connection } from './visitor.ts';

export interface Api {
  pid: number;
  /** The address that users reach it at. */
  connect(origin: string): Connection;
  /** Stops it, and throws unless it exits properly. */
  stop(): Promise<void>;
}

/** Starts the api as an operator runs it behind a load balancer. Resolves when it is ready. */
export async function startApi(port: number, settings: Record<string, string>): Promise<Api> {
  const child = spawn(process.execPath, ['src/server/api.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
      SHUTDOWN_DRAIN_SECONDS: '1',
      ...settings,
    },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const deadline = Date.now() + 60_000;
  const { TLS_CERT_FILE: file } = settings;
  // The certificate is followed by that of its authority.
  const trust = file ? { ca: readFileSync(file), servername: 'api' } : {};
  const ask = (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) =>
    (file ? requestWithTls : request)({ ...trust, ...options, host: '127.0.0.1', port }, onAnswer);
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      ask({ path: '/readyz', agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      })
        .on('error', () => resolve(false))
        .end();
    });
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The api does not start.');
    await setTimeout(50);
  }
  return {
    pid: child.pid ?? 0,
    connect: (origin) => ({
      origin,
      newAgent: () => new (file ? TlsAgent : Agent)({ keepAlive: true, maxSockets: 1 }),
      request: (options, onAnswer) =>
        ask({ ...options, headers: { host: new URL(origin).host, ...options.headers } }, onAnswer),
      hasAnother: false,
    }),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`The api ended with ${code}.`);
    },
  };
}
