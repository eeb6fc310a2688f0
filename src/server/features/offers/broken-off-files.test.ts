import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBroker, createCategory, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { pdf } from '../../testing/sample-files.ts';
import { testServices } from '../../testing/services.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

const { uploadStorage } = testServices();
const uncaught: unknown[] = [];
const noteUncaught = (error: unknown) => void uncaught.push(error);

let portal: TestPortal;
let offer: OpenOffer;
let categoryId: number;
let folder: string;
const { TMPDIR } = process.env;
let beforePutting: () => Promise<void> = async () => {};

beforeAll(async () => {
  // A folder for this test file alone, so that its content is known.
  folder = await mkdtemp(join(tmpdir(), 'sent-files-test-'));
  process.env['TMPDIR'] = folder;
  process.on('uncaughtExceptionMonitor', noteUncaught);
  portal = await openTestPortal({
    uploadStorage: {
      ...uploadStorage,
      async putFile(key, file) {
        await beforePutting();
        await uploadStorage.putFile(key, file);
      },
    },
  });
  categoryId = await createCategory(portal.database.owner, portal.tenantId);
});
beforeEach(async () => {
  offer = await newOffer();
  beforePutting = async () => {};
});
afterAll(async () => {
  await portal.close();
  process.off('uncaughtExceptionMonitor', noteUncaught);
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  await rm(folder, { recursive: true });
});

const newOffer = () => createOpenOffer(portal.database.owner, portal.tenantId);
const onDisk = () => readdir(folder);

async function send({ token } = offer) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf())]), 'whole.pdf');
  body.append('file_category_id', String(categoryId));
  const headers = { authorization: `Link ${token}` };
  const answer = await portal.app.fetch('/api/deal_file/deal_files', { method: 'POST', headers, body });
  return `${answer.status} ${((await answer.json()) as { code?: string }).code ?? 'taken'}`;
}

const form = () =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="file_category_id"\r\n\r\n${categoryId}\r\n`),
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="cut.pdf"\r\n\r\n'),
    pdf(),
    Buffer.from('\r\n--x--\r\n'),
  ]);

/** Sends this many bytes of a form over a separate socket, which stays open. */
async function begin(part: number, size = form().length): Promise<Socket> {
  const { port } = new URL(portal.app.url);
  const socket = connect(Number(port), 'localhost');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  const headers = `Host: localhost:${port}\r\nAuthorization: Link ${offer.token}\r\n`;
  const type = 'Content-Type: multipart/form-data; boundary=x';
  const head = `POST /api/deal_file/deal_files HTTP/1.1\r\n${headers}${type}\r\nContent-Length: ${size}\r\n\r\n`;
  socket.write(Buffer.concat([Buffer.from(head), form().subarray(0, part)]));
  return socket;
}

test('OFFER-03 security rule: a hundred uploads that break off end nothing, hold no place and leave nothing on disk', async () => {
  for (let count = 0; count < 100; count += 1) {
    if (count % 10 === 0) offer = await newOffer();
    const { length } = form();
    const socket = await begin(count % 2 ? length : length - 20);
    await setTimeout(Math.floor(count / 2) % 25);
    socket.resetAndDestroy();
  }
  offer = await newOffer();
  await expect.poll(() => send(), { timeout: 10_000 }).toBe('200 taken');
  await expect.poll(onDisk, { timeout: 10_000 }).toEqual([]);
  expect(uncaught).toEqual([]);
});

test('OFFER-03 security rule: a file whose sender leaves while it is stored is stored all the same', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  beforePutting = async () => {
    reach();
    await left;
  };
  const socket = await begin(form().length);
  await reached;
  socket.resetAndDestroy();
  await setTimeout(200);
  leave();
  const staged = async () =>
    (await createBroker(portal.app, offer).staged()).map(({ file_name, state }) => [file_name, state]);
  await expect.poll(staged, { timeout: 10_000 }).toEqual([['cut.pdf', 'checking']]);
  await expect.poll(onDisk).toEqual([]);
  expect(uncaught).toEqual([]);
});

test('OFFER-03 security rule: who leaves before their link was looked up holds no place', async () => {
  await portal.database.owner.transaction().execute(async (tx) => {
    await sql`lock table capability_links in access exclusive mode`.execute(tx);
    const sockets = await Promise.all(Array.from({ length: 9 }, () => begin(200)));
    await untilWaiting(portal.database.db, sockets.length);
    for (const socket of sockets) socket.resetAndDestroy();
    await setTimeout(200);
  });
  await setTimeout(500);
  expect(await send(await newOffer())).toBe('200 taken');
  expect(await send()).toBe('200 taken');
  expect(await onDisk()).toEqual([]);
});

test('OFFER-03 security rule: one link holds two places at once, and others find one', async () => {
  const sockets = [await begin(200), await begin(200)];
  await expect.poll(async () => (await onDisk()).length).toBe(2);
  expect(await send()).toBe('503 server_busy');
  expect(await send(await newOffer())).toBe('200 taken');
  for (const socket of sockets) socket.resetAndDestroy();
  await expect.poll(() => send()).toBe('200 taken');
  expect(await onDisk()).toEqual([]);
});

test('OFFER-03 security rule: a form that ends anywhere is answered, and leaves nothing on disk', async () => {
  const { length } = form();
  for (const part of [0, 1, 3, 30, 60, 80, 100, 150, 200, length - 11, length - 9, length - 6, length - 3]) {
    const socket = await begin(part, part);
    const [answer] = await Promise.race([
      new Promise<Buffer[]>((resolve) => socket.once('data', (data) => resolve([data]))),
      setTimeout(5_000, []),
    ]);
    expect([part, String(answer).slice(9, 12)]).toEqual([part, '400']);
    socket.destroy();
  }
  expect(await onDisk()).toEqual([]);
});

test('OFFER-03 what a killed server left behind is removed by the next file and at the next start, and what is at work stays', async () => {
  const [old, young] = [join(folder, 'portal-file-old'), join(folder, 'portal-file-young')];
  const leaveOld = async () => {
    await mkdir(old);
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    await utimes(old, yesterday, yesterday);
  };
  await mkdir(young);
  await leaveOld();
  expect(await send()).toBe('200 taken');
  expect(await onDisk()).toEqual(['portal-file-young']);
  await leaveOld();
  const next = await startTestApp(portal.database);
  await expect.poll(onDisk).toEqual(['portal-file-young']);
  await next.close();
  await rm(young, { recursive: true });
});
