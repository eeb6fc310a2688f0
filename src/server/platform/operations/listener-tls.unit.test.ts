import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as getPlain } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { followCertificate, tlsOptions } from './listener-tls.ts';
import { closingInOrder } from './shutdown.ts';

const run = promisify(execFile);
let folder: string;
const files = () => ({ cert: path.join(folder, 'api/cert.pem'), key: path.join(folder, 'api/key.pem') });
const makeCertificates = (home: string) => run('deploy/certificates', [home, 'api,worker']);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tls-'));
  await makeCertificates(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** A server as api and worker have it, with a call that takes its time. */
async function listen() {
  const app = Fastify({ ...tlsOptions(files()), return503OnClosing: false });
  const metrics = new Registry();
  followCertificate(app, metrics, files());
  app.get('/', async () => 'here');
  app.get('/healthz', async () => 'up');
  app.get('/slow', async () => {
    await setTimeout(1_300);
    return 'late';
  });
  const close = closingInOrder(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const ask = (options: RequestOptions = {}) =>
    new Promise<{ text: string; serial: string }>((resolve, reject) => {
      const ca = readFileSync(path.join(folder, 'trust/ca.pem'));
      get({ host: '127.0.0.1', port, servername: 'api', ca, agent: false, ...options }, async (answer) => {
        const { serialNumber: serial } = (answer.socket as TLSSocket).getPeerCertificate();
        answer.setEncoding('utf8');
        resolve({ text: (await answer.toArray()).join(''), serial });
      }).on('error', reject);
    });
  return { port, ask, close, metrics };
}

test('OPS-12 with a certificate the api answers with TLS alone, and only who trusts its authority asks it', async () => {
  const { port, ask } = await listen();
  expect(await ask()).toMatchObject({ text: 'here' });
  expect(await ask({ servername: 'worker' })).toMatchObject({ text: 'here' });
  await expect(ask({ servername: 'postgres' })).rejects.toThrow('does not match');
  await expect(ask({ ca: [] })).rejects.toThrow(/certificate/);
  await expect(ask({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
  const plain = new Promise((resolve, reject) => {
    getPlain({ host: '127.0.0.1', port }, resolve).on('error', reject);
  });
  await expect(plain).rejects.toThrow('socket hang up');
  const healthy = (env: Record<string, string>) =>
    run('deploy/portal', ['healthy'], {
      env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
    });
  await healthy({ TLS_CERT_FILE: files().cert });
  await expect(healthy({})).rejects.toThrow();
});

test('OPS-12 a renewed certificate is in use without a restart, and one that is broken is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, metrics } = await listen();
  const before = await ask();
  const { cert } = files();
  await writeFile(cert, 'broken');
  vi.advanceTimersByTime(60_000);
  expect(await ask()).toEqual(before);
  await rm(cert);
  expect((await makeCertificates(folder)).stdout).toMatch(/^api: made, until /m);
  vi.advanceTimersByTime(60_000);
  const after = await ask();
  expect(after.text).toBe('here');
  expect(after.serial).not.toBe(before.serial);
  const [told] = (await metrics.getMetricsAsJSON()).flatMap(({ values }) => values);
  expect(Number(told?.value)).toBeGreaterThan(Date.now() / 1000 + 390 * 24 * 60 * 60);
  expect((await makeCertificates(folder)).stdout).toMatch(/^api: stays$/m);
});

test('OPS-12 a request that is under way when the process is told to stop is answered, with TLS too', async () => {
  const { ask, close } = await listen();
  const slow = ask({ path: '/slow' });
  await setTimeout(100);
  await Promise.all([close(), expect(slow).resolves.toMatchObject({ text: 'late' })]);
});

test('OPS-12 a certificate that cannot be read is told by the name of its setting', () => {
  expect(() => tlsOptions({ cert: '/nowhere/cert.pem', key: '/nowhere/key.pem' })).toThrow(
    'TLS_CERT_FILE or TLS_KEY_FILE cannot be read',
  );
});
