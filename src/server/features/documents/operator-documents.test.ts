import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openSession } from '../../testing/open-session.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { INFECTED_PDF, pdf } from '../../testing/sample-files.ts';
import { asMember } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const DANA = `dana-${crypto.randomUUID()}@investor.example`;

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let crm: TestOperator;
let dana: string;
let ngp: bigint;
let folder: string;

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  crm = await operatorOf(portal, ['documents']);
  const add = (name: string, abbreviation: string) =>
    withTenant(portal.database.owner, tenantId, (tx) =>
      createSyndicate(tx, tenantId, { name, abbreviation }),
    );
  ngp = await add('Northgate Partners', 'NGP');
  await add('Bluewater', 'BLU');
  const userId = await portal.addInvestor(DANA, { syndicateId: ngp });
  dana = await openSession(portal.database.owner, userId);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  return () => rm(folder, { recursive: true });
});

const form = () => pdf(`/Lang (${crypto.randomUUID()})`);

async function titlesOfDana(): Promise<string[]> {
  const response = await portal.app.fetch(`/api/documents/${ngp}`, asMember(dana, tenantId));
  return ((await response.json()) as { documents: { title: string }[] }).documents.map(({ title }) => title);
}

const post = async (path: string, body: unknown, by = crm) => {
  const response = await by.post(path, body);
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
};

async function upload(name: string, bytes: Buffer) {
  const announced = await post('documents', { file_name: name, file_size: bytes.length });
  const { url, headers } = announced as unknown as { url: string; headers: Record<string, string> };
  expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).ok).toBe(true);
  const id = (announced as Record<string, unknown>)['file_id'] as string;
  await vi.waitFor(
    async () =>
      expect(await post(`documents/${id}/uploaded`, {})).toMatchObject({
        state: expect.stringMatching(/^(clean|refused)$/),
      }),
    { timeout: 20_000, interval: 100 },
  );
  return id;
}

test('DOC-11 a system uploads, publishes, lists and withdraws with the scope for documents, and only in its own tenant', async () => {
  const id = await upload('form.pdf', form());
  const document = { document_id: id, title: 'From a system', category: 'tax form', syndicates: ['NGP'] };
  expect(await post('documents/publish', { documents: [document] })).toMatchObject({
    status: 200,
    documents: [{ is_published: true, sent: 1 }],
  });
  expect(await titlesOfDana()).toContain('From a system');
  await waitForMail(DANA, 'A new document from Harbor Capital');
  const unknown = { ...document, document_id: await upload('b.pdf', form()), syndicates: ['XYZ'] };
  expect((await post('documents/publish', { documents: [unknown] })).status).toBe(404);
  const files = await operatorOf(portal, ['files', 'book']);
  expect((await post('documents/publish', { documents: [document] }, files)).status).toBe(403);
  const elsewhere = await operatorOf(portal, ['documents'], await createTenant(portal.database.owner));
  for (const [path, body] of [
    [`documents/${id}/uploaded`, {}],
    [`documents/${id}/withdraw`, { reason: 'Mine now' }],
    ['documents/publish', { documents: [document] }],
  ] as const)
    expect((await post(path, body, elsewhere)).status).toBe(404);
  expect((await post(`documents/${id}/withdraw`, { reason: 'Wrong year' })).status).toBe(200);
  expect(await titlesOfDana()).not.toContain('From a system');
  const list = (await (await crm.get('documents?category=tax+form')).json()) as { documents: object[] };
  expect(list.documents).toMatchObject([{ document_id: id, state: 'withdrawn', recipients: 1, opened: 0 }]);
});

const documents = async (...args: string[]) => {
  const { code, stdout, stderr } = await commandLineOn(portal.database)('documents', ...args);
  return { code, said: stdout.trim().split('\n'), told: stderr.trim().split('\n').at(-1) };
};
const publishFolder = (...args: string[]) =>
  documents('publish', '--tenant', portal.slug, '--from-folder', folder, ...args);

test('DOC-11 DOC-10 a folder of forms is previewed, published by the names of its files, and published again without effect', async () => {
  await writeFile(join(folder, 'NGP-1099-2026.pdf'), form());
  await writeFile(join(folder, 'BLU-1099-2026.pdf'), form());
  await writeFile(join(folder, 'XYZ-1099-2026.pdf'), form());
  const lines = [
    'BLU-1099-2026.pdf\tBLU\tForm 1099, 2026 (tax form)',
    'NGP-1099-2026.pdf\tNGP\tForm 1099, 2026 (tax form)',
    'XYZ-1099-2026.pdf\t-\tmatches no syndicate, or more than one',
  ];
  const preview = await publishFolder('--dry-run');
  const { stderr } = await commandLineOn(portal.database)(
    ...['documents', 'publish', '--tenant', portal.slug, '--from-folder', folder, '--dry-run'],
  );
  expect(stderr).toContain('The name of a file begins with the abbreviation of its syndicate');
  expect(preview).toEqual({ code: 3, said: lines, told: '2 of 3 would be published. Nothing was.' });
  expect(await publishFolder()).toMatchObject({ code: 1 });
  expect(await titlesOfDana()).not.toContain('Form 1099, 2026');
  expect(await publishFolder('--skip-unmatched')).toMatchObject({ code: 3, told: '1 were left out.' });
  expect(await titlesOfDana()).toContain('Form 1099, 2026');
  await waitForMail(DANA, 'A new document from Harbor Capital');
  await rm(join(folder, 'XYZ-1099-2026.pdf'));
  expect(await publishFolder()).toMatchObject({
    code: 0,
    told: '0 published, 2 were sent before and not again.',
  });
  expect((await titlesOfDana()).filter((title) => title === 'Form 1099, 2026')).toHaveLength(1);
  expect(await countMails(DANA)).toBe(0);
});

test('DOC-11 DOC-02 a command publishes one file to all, refuses an infected one, and withdraws', async () => {
  const letter = join(folder, 'letter.pdf');
  await writeFile(letter, form());
  const one = ['--tenant', portal.slug, '--file', letter, '--title', 'Our new address'];
  expect(await documents('publish', ...one)).toMatchObject({ code: 2 });
  expect(await documents('publish', ...one, '--syndicate', 'XYZ')).toMatchObject({ code: 2 });
  expect(await documents('publish', ...one, '--all', '--category', 'letter')).toMatchObject({ code: 0 });
  expect(await titlesOfDana()).toContain('Our new address');
  await writeFile(letter, INFECTED_PDF);
  expect(await documents('publish', ...one, '--all')).toMatchObject({
    code: 1,
    said: ['letter.pdf\tall syndicates\tA virus was found in the file.'],
  });
  const { said } = await documents('list', '--tenant', portal.slug, '--category', 'letter');
  const [id = ''] = said[0]?.split('\t') ?? [];
  expect(said[0]).toMatch(/\tpublished\tOur new address\tletter\t/);
  const withdrawn = await documents(
    ...['withdraw', '--tenant', portal.slug, '--document', id, '--reason', 'Old'],
  );
  expect(withdrawn).toMatchObject({ code: 0 });
  expect(await titlesOfDana()).not.toContain('Our new address');
});
