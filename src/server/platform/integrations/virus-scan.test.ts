import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { requiredVariable } from '../../testing/required-variable.ts';
import { createVirusScanner } from './virus-scan.ts';

const clamd = { host: requiredVariable('CLAMD_HOST'), port: Number(requiredVariable('CLAMD_PORT')) };
const scanner = createVirusScanner(clamd);

// Written in parts, because a scanner that reads this repository would report the whole string as a virus.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'];

const unreachable = { name: 'VirusScanError', reason: 'unreachable' };

async function serverThat(behaves: (socket: Socket) => void) {
  const server = createServer((socket) => behaves(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/** A clamd that listens on a socket alone, as the one of compose.yaml and that of Debian do. */
async function clamdOnSocket(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clamd-'));
  const socket = path.join(folder, 'clamd.sock');
  const signature = Buffer.from(eicar.join('')).toString('hex');
  await writeFile(path.join(folder, 'portal.ndb'), `Portal.Eicar-Test:0:*:${signature}\n`);
  await writeFile(
    path.join(folder, 'clamd.conf'),
    `LocalSocket ${socket}\nForeground yes\nDatabaseDirectory ${folder}\nTemporaryDirectory ${folder}\n`,
  );
  const child = spawn('clamd', ['-c', path.join(folder, 'clamd.conf')], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rm(folder, { recursive: true });
  });
  return socket;
}

describe('virus scan', () => {
  it('OPS-12: talks to clamd through its socket, which no network carries', async () => {
    const socket = await clamdOnSocket();
    const through = createVirusScanner({ host: socket, port: 3310 });
    await vi.waitFor(() => through.ping(), { timeout: 10_000 });
    expect(await through.scan(Buffer.from(eicar.join('')))).toMatchObject({ clean: false });
    expect(await through.scan(Buffer.from('nothing to see'))).toEqual({ clean: true });
    const nobody = createVirusScanner({ host: `${socket}.gone`, port: 3310 });
    await expect(nobody.ping()).rejects.toThrow(`clamd at ${socket}.gone cannot be reached`);
  });

  it('OFFER-03: finds the EICAR test file and names the signature', async () => {
    const result = await scanner.scan(Buffer.from(eicar.join('')));
    expect(result).toEqual({ clean: false, signature: expect.stringMatching(/eicar/i) });
  });

  it('OFFER-03: finds it in a stream of small and empty chunks', async () => {
    const chunks = [Buffer.alloc(0), ...eicar.map((part) => Buffer.from(part)), Buffer.alloc(0)];
    expect(await scanner.scan(Readable.from(chunks))).toMatchObject({ clean: false });
  });

  it('OFFER-03: passes a clean file, an empty one and a large one', async () => {
    expect(await scanner.scan(Buffer.from('%PDF-1.7 nothing to see'))).toEqual({ clean: true });
    expect(await scanner.scan(Buffer.alloc(0))).toEqual({ clean: true });
    const parts = Array.from({ length: 320 }, () => Buffer.alloc(64 * 1024, 'clean '));
    expect(await scanner.scan(Readable.from(parts))).toEqual({ clean: true });
  });

  it('refuses a file over its own limit and over that of clamd, instead of calling it clean', async () => {
    const small = createVirusScanner({ ...clamd, maxBytes: 10 });
    await expect(small.scan(Buffer.alloc(11))).rejects.toMatchObject({ reason: 'too_large' });
    const careless = createVirusScanner({ ...clamd, maxBytes: Number.POSITIVE_INFINITY });
    const endless = Readable.from(Array.from({ length: 120 }, () => Buffer.alloc(1024 * 1024)));
    // clamd sends the reason and closes the connection. Whether the reason arrives before the reset depends on the network.
    await expect(careless.scan(endless)).rejects.toMatchObject({
      reason: expect.stringMatching(/^(too_large|unreachable)$/),
    });
  });

  it('says so when the file itself cannot be read', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half a fi');
        throw new Error('upload aborted');
      })(),
    );
    await expect(scanner.scan(broken)).rejects.toMatchObject({ reason: 'unreadable' });
  });

  it('OPS-05: is ready with clamd, and gives a typed error when it cannot be reached', async () => {
    await scanner.ping();
    const nobody = createVirusScanner({ host: '127.0.0.1', port: 1 });
    await expect(nobody.ping()).rejects.toMatchObject(unreachable);
    await expect(nobody.scan(Buffer.from('x'))).rejects.toMatchObject(unreachable);
  });

  it('gives a typed error for a server that hangs up, is silent, or talks nonsense', async () => {
    const rude = createVirusScanner(await serverThat((socket) => socket.end()));
    await expect(rude.scan(Buffer.alloc(1024))).rejects.toMatchObject(unreachable);
    const silent = createVirusScanner({ ...(await serverThat(() => {})), timeoutMs: 200 });
    await expect(silent.scan(Buffer.alloc(1024))).rejects.toMatchObject({ reason: 'timeout' });
    const confused = createVirusScanner(await serverThat((socket) => socket.end('UNKNOWN COMMAND\0')));
    await expect(confused.scan(Buffer.alloc(1024))).rejects.toMatchObject({ reason: 'failed' });
  });
});
