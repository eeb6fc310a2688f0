import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createBroker, createCategory, createOpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { EICAR, INFECTED_PDF, pdf, photo, svg, zipBomb } from '../../testing/sample-files.ts';
import { testServices } from '../../testing/services.ts';
import { ENCRYPTION_KEY, startTestApp } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { discardStagedFile } from './staged-files.jobs.ts';

const MB = 1024 * 1024;
const { fileStorage, uploadStorage, virusScanner, mailer } = testServices();

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let categoryId: number;

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  categoryId = await createCategory(portal.database.owner, tenantId);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const newOffer = () => createOpenOffer(portal.database.owner, tenantId);
type Broker = ReturnType<typeof createBroker>;

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

async function statesOf(broker: Broker): Promise<Record<string, string>> {
  const files = await broker.staged();
  return Object.fromEntries(files.map(({ file_name, state, refusal }) => [file_name, refusal ?? state]));
}

const untilChecked = async (broker: Broker) => {
  await expect
    .poll(async () => Object.values(await statesOf(broker)).includes('checking'), { timeout: 20_000 })
    .toBe(false);
  return statesOf(broker);
};

const filesOf = (dealId: bigint) =>
  withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('files').selectAll().where('dealId', '=', dealId).orderBy('id').execute(),
  );

const isStored = async (part: 'staged' | 'files', id: string) =>
  (await (part === 'staged' ? uploadStorage : fileStorage).sizeOf(`${tenantId}/${part}/${id}`)) !== null;

test('OFFER-03 OFFER-06 what is bad is refused with its reason, and the rest goes through with the acceptance', async () => {
  const offer = await newOffer();
  const broker = createBroker(portal.app, offer);
  const picture = await photo('jpeg');
  const polyglot = Buffer.concat([Buffer.from('%PDF-1.4\n<html><script>1</script>'), pdf()]);
  const ids: Record<string, string> = {};
  for (const [name, bytes] of Object.entries({
    'contract.pdf': pdf(),
    'store front.jpg': picture,
    'eicar.pdf': INFECTED_PDF,
    'page.pdf': polyglot,
    'logo.svg': svg,
    'bomb.docx': await zipBomb(),
  }))
    ids[name] = await broker.stage(name, bytes, categoryId);
  const tooLarge = { file_name: 'huge.pdf', file_size: 21 * MB, file_category_id: categoryId };
  expect(await codeOf(await broker.announce(tooLarge))).toBe('file_too_large');

  expect(await untilChecked(broker)).toEqual({
    'contract.pdf': 'clean',
    'store front.jpg': 'clean',
    'eicar.pdf': 'infected',
    'page.pdf': 'more_than_one_kind',
    'logo.svg': 'type_not_allowed',
    'bomb.docx': 'unpacks_too_large',
  });
  for (const [name, id] of Object.entries(ids)) {
    const isFit = name === 'contract.pdf' || name === 'store front.jpg';
    await expect.poll(() => isStored('staged', id)).toBe(false);
    expect({ name, isKept: await isStored('files', id) }).toEqual({ name, isKept: isFit });
  }

  expect(await codeOf(await broker.accept({ deal_files: Object.values(ids) }))).toBe('file_refused');
  expect(await filesOf(offer.dealId)).toEqual([]);
  const fit = [ids['contract.pdf'] ?? '', ids['store front.jpg'] ?? ''];
  expect((await broker.accept({ deal_files: fit })).status).toBe(200);
  const files = await filesOf(offer.dealId);
  expect(files.map(({ name, contentType, scanStatus }) => ({ name, contentType, scanStatus }))).toEqual([
    { name: 'contract.pdf', contentType: 'application/pdf', scanStatus: 'clean' },
    { name: 'store front.jpg', contentType: 'image/jpeg', scanStatus: 'clean' },
  ]);
  for (const file of files) {
    const bytes = await buffer((await fileStorage.get(file.storageKey)).body);
    expect(createHash('sha256').update(bytes).digest().equals(file.sha256)).toBe(true);
    expect(BigInt(bytes.length)).toBe(file.byteSize);
    expect(file.categoryId).toBe(BigInt(categoryId));
  }
});

test('OFFER-03 the signed address takes that many bytes, of no type that a browser would open, and nothing else', async () => {
  const broker = createBroker(portal.app, await newOffer());
  const announced = await broker.announce({
    file_name: 'a.pdf',
    file_size: 100,
    file_category_id: categoryId,
  });
  const { id, upload } = (await announced.json()) as {
    id: string;
    upload: { url: string; headers: Record<string, string> };
  };
  expect(upload.headers).toEqual({
    'content-type': 'application/octet-stream',
    'x-amz-acl': 'bucket-owner-full-control',
  });
  const put = async (size: number, headers = upload.headers, url = upload.url) =>
    (await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(size) })).status;
  expect(await put(101)).toBe(403);
  expect(await put(99)).toBe(403);
  expect(await put(100, { ...upload.headers, 'content-type': 'text/html' })).toBe(403);
  expect(await put(100, upload.headers, upload.url.replace(id, crypto.randomUUID()))).toBe(403);
  expect((await fetch(upload.url)).status).toBe(403);
  const told = () => broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`);
  expect(await codeOf(await told())).toBe('file_not_uploaded');
  expect(await put(100)).toBe(200);
  expect(await (await told()).json()).toMatchObject({ id, state: 'checking' });
  expect((await told()).status).toBe(200);
});

test('security rule: what is put after the check is not what was checked, and does not count', async () => {
  const offer = await newOffer();
  const broker = createBroker(portal.app, offer);
  const good = pdf();
  const announced = await broker.announce({
    file_name: 'a.pdf',
    file_size: good.length,
    file_category_id: categoryId,
  });
  const { id, upload } = (await announced.json()) as {
    id: string;
    upload: { url: string; headers: Record<string, string> };
  };
  const put = (body: Buffer) => fetch(upload.url, { method: 'PUT', headers: upload.headers, body });
  expect((await put(good)).status).toBe(200);
  expect((await broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`)).status).toBe(200);
  await untilChecked(broker);
  expect((await put(Buffer.concat([EICAR, Buffer.alloc(good.length)]).subarray(0, good.length))).status).toBe(
    200,
  );
  expect((await broker.accept({ deal_files: [id] })).status).toBe(200);
  const [file] = await filesOf(offer.dealId);
  const kept = await buffer((await fileStorage.get(file?.storageKey ?? '')).body);
  expect(kept.equals(good)).toBe(true);
});

test('UPLOAD-01 an upload that the version before put beside the files is still found, checked and deleted there', async () => {
  const broker = createBroker(portal.app, await newOffer());
  const bytes = pdf();
  const announced = await broker.announce({
    file_name: 'before.pdf',
    file_size: bytes.length,
    file_category_id: categoryId,
  });
  const { id } = (await announced.json()) as { id: string };
  const oldKey = `${tenantId}/staged/${id}`;
  await fileStorage.put(oldKey, bytes, 'application/octet-stream');
  expect((await broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`)).status).toBe(200);
  expect(await untilChecked(broker)).toEqual({ 'before.pdf': 'clean' });
  await expect.poll(() => fileStorage.sizeOf(oldKey)).toBeNull();
  expect(await isStored('files', id)).toBe(true);
});

test('OFFER-03 OFFER-08 twenty files of 20 MB, a category each, and no more', async () => {
  const offer = await newOffer();
  const broker = createBroker(portal.app, offer);
  const file = { file_name: 'a.pdf', file_size: 20 * MB, file_category_id: categoryId };
  for (const missing of [null, undefined, 999_999])
    expect(await (await broker.announce({ ...file, file_category_id: missing })).json()).toMatchObject({
      code: 'file_category_required',
      message: 'File Category is required',
    });
  expect(await codeOf(await broker.announce({ ...file, file_size: 20 * MB + 1 }))).toBe('file_too_large');
  const responses = await Promise.all(Array.from({ length: 30 }, () => broker.announce(file)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = await broker.announce(file);
  expect(await refused.json()).toMatchObject({
    code: 'too_many_files',
    message: expect.stringMatching(/^There was an error uploading files\./),
  });
  const [first] = await broker.staged();
  expect((await broker.remove(first?.id ?? '')).status).toBe(200);
  expect((await broker.announce(file)).status).toBe(200);
});

test('UPLOAD-03 OFFER-03 security rule: what was removed counts too: 40 files and 600 MB in all under one link', async () => {
  const cycle = async (size: number) => {
    const broker = createBroker(portal.app, await newOffer());
    const file = { file_name: 'a.pdf', file_size: size, file_category_id: categoryId };
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const announced = await broker.announce(file);
      statuses.push(announced.status);
      if (announced.status !== 200) return { taken: count, refusal: await announced.json() };
      const { id } = (await announced.json()) as { id: string };
      expect((await broker.remove(id)).status).toBe(200);
    }
    return { taken: statuses.length };
  };
  const refusal = {
    code: 'too_many_files',
    message: expect.stringMatching(/^There was an error uploading files\. .*ask for a new link/),
  };
  expect(await cycle(9)).toMatchObject({ taken: 40, refusal });
  expect(await cycle(20 * MB)).toMatchObject({ taken: 30, refusal });
});

test('OFFER-03 a file that is not there or still being checked holds the acceptance up, and nothing is kept of it', async () => {
  const offer = await newOffer();
  const broker = createBroker(portal.app, offer);
  const announced = await broker.announce({ file_name: 'a.pdf', file_size: 9, file_category_id: categoryId });
  const { id } = (await announced.json()) as { id: string };
  expect(await codeOf(await broker.accept({ deal_files: [id] }))).toBe('file_not_ready');
  const other = createBroker(portal.app, await newOffer());
  const theirs = await other.stage('b.pdf', pdf(), categoryId);
  await untilChecked(other);
  expect(await codeOf(await broker.accept({ deal_files: [theirs] }))).toBe('not_found');
  expect(await codeOf(await broker.remove(theirs))).toBe('not_found');
  expect(await filesOf(offer.dealId)).toEqual([]);
  expect((await broker.accept()).status).toBe(200);
});

test('OFFER-03 a file of 20 MB goes all the way', async () => {
  const offer = await newOffer();
  const broker = createBroker(portal.app, offer);
  const filler = randomBytes((20 * MB - 1_000) / 2).toString('hex');
  const bytes = pdf('', `<< /Length ${filler.length} >>\nstream\n${filler}\nendstream`);
  const id = await broker.stage('large.pdf', bytes, categoryId);
  expect(await untilChecked(broker)).toEqual({ 'large.pdf': 'clean' });
  expect((await broker.accept({ deal_files: [id] })).status).toBe(200);
  expect((await filesOf(offer.dealId))[0]?.byteSize).toBe(BigInt(bytes.length));
});

test('OFFER-03 what was taken back or never sent is cleared away; what was attached stays', async () => {
  const offer = await newOffer();
  const broker = createBroker(portal.app, offer);
  const [attached, forgotten, removed] = [
    await broker.stage('a.pdf', pdf(), categoryId),
    await broker.stage('b.pdf', pdf(), categoryId),
    await broker.stage('c.pdf', pdf(), categoryId),
  ];
  await untilChecked(broker);
  expect((await broker.remove(removed)).status).toBe(200);
  expect((await broker.accept({ deal_files: [attached] })).status).toBe(200);
  const logger = pino({ level: 'silent' });
  const encryption = createEncryption({ key: ENCRYPTION_KEY });
  const services = {
    encryption,
    fileStorage,
    uploadStorage,
    virusScanner,
    mailer,
    logger,
    bankProvider: null,
  };
  const deps = { db: portal.database.db, ...services, publicOrigin: '' };
  for (const fileId of [attached, forgotten, removed])
    for (let time = 0; time < 2; time += 1) await discardStagedFile.run(deps, { tenantId, fileId });
  expect(await isStored('files', attached)).toBe(true);
  expect(await isStored('files', forgotten)).toBe(false);
  expect(await isStored('files', removed)).toBe(false);
});

test('OFFER-03 a name is shown as it is: no path in it, nothing that hides its end', async () => {
  const broker = createBroker(portal.app, await newOffer());
  const name = '../../etc/\u202Efdp.exe\u0007"<b>.pdf';
  expect(
    (await broker.announce({ file_name: name, file_size: 9, file_category_id: categoryId })).status,
  ).toBe(200);
  expect((await broker.staged())[0]?.file_name).toBe('.._.._etc__fdp.exe___b_.pdf');
});

const checksOf = async (fileId: string) => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier = 'check uploaded file' and job.payload ->> 'fileId' = ${fileId}`.execute(
    portal.database.owner,
  );
  return rows[0]?.count;
};

async function putWithoutSaying(broker: Broker, bytes: Uint8Array): Promise<string> {
  const announced = await broker.announce({
    file_name: 'contract.pdf',
    file_size: bytes.length,
    file_category_id: categoryId,
  });
  const { id, upload } = (await announced.json()) as {
    id: string;
    upload: { url: string; headers: Record<string, string> };
  };
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
  return id;
}

/** The real storage, except that it reports a file's size late. */
function lateStorage() {
  const { promise: late, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  const storage: typeof uploadStorage = {
    ...uploadStorage,
    async sizeOf(key) {
      asked += 1;
      await late;
      return uploadStorage.sizeOf(key);
    },
  };
  return { storage, release, asked: () => asked };
}

test('OFFER-03 a file that is said twice at once to have been put is checked once, and nobody waits for the storage with it', async () => {
  // The worker is stopped so that the jobs can be counted.
  await worker.stop();
  const late = lateStorage();
  const app = await startTestApp(portal.database, { uploadStorage: late.storage });
  try {
    const broker = createBroker(app, await newOffer());
    const id = await putWithoutSaying(broker, pdf());
    const told = [1, 2, 3].map(() => broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`));
    await expect.poll(late.asked).toBe(3);
    expect(await broker.staged()).toMatchObject([{ id, state: 'awaiting upload' }]);
    late.release();
    expect((await Promise.all(told)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await checksOf(id)).toBe(1n);
    // A client that never received the answer sends the request again.
    expect((await broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`)).status).toBe(200);
    expect(await checksOf(id)).toBe(1n);
  } finally {
    await app.close();
    worker = await startTestWorker(portal.database);
  }
});

test('OFFER-03 a file that is taken back while the storage is asked is not found, and is not checked', async () => {
  const late = lateStorage();
  const app = await startTestApp(portal.database, { uploadStorage: late.storage });
  try {
    const broker = createBroker(app, await newOffer());
    const id = await putWithoutSaying(broker, pdf());
    const told = broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`);
    await expect.poll(late.asked).toBe(1);
    expect((await broker.remove(id)).status).toBe(200);
    late.release();
    expect((await told).status).toBe(404);
    expect(await checksOf(id)).toBe(0n);
  } finally {
    await app.close();
  }
});

test('OFFER-03 a process that dies while it asks the storage leaves a file that can be said again to have been put', async () => {
  const gone: typeof uploadStorage = { ...uploadStorage, sizeOf: () => new Promise(() => undefined) };
  const offer = await newOffer();
  const dying = await startTestApp(portal.database, { uploadStorage: gone });
  const before = createBroker(dying, offer);
  const id = await putWithoutSaying(before, pdf());
  const cutOff = before.under('POST', `/api/deal_file/deal_files/${id}/uploaded`).catch(() => null);
  await setTimeout(300);
  await dying.close();
  expect(await cutOff).toBeNull();
  const broker = createBroker(portal.app, offer);
  expect(await statesOf(broker)).toEqual({ 'contract.pdf': 'awaiting upload' });
  expect((await broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`)).status).toBe(200);
  expect(await untilChecked(broker)).toEqual({ 'contract.pdf': 'clean' });
});
