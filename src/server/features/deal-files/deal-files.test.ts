import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createTenant } from '../../testing/factories.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { createBroker, createCategory, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { pdf } from '../../testing/sample-files.ts';
import { testServices } from '../../testing/services.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { createFile } from '../../testing/underwriting.ts';

const { fileStorage } = testServices();
const CONTRACT = pdf('/Lang (en)');
const STATEMENT = pdf('/Lang (es)');
const DESK = `desk-${crypto.randomUUID()}@funder.example`;

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let operator: TestOperator;
let accepted: OpenOffer;

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  await asOwner((tx) =>
    tx.updateTable('tenants').set({ supportEmail: DESK }).where('id', '=', tenantId).execute(),
  );
  operator = await operatorOf(portal, ['files']);
  accepted = await acceptWithFiles();
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, tenantId, work);

/** A broker stages three files under the link, and accepts with two of them. */
async function acceptWithFiles(): Promise<OpenOffer> {
  const offer = await createOpenOffer(portal.database.owner, tenantId);
  const broker = createBroker(portal.app, offer);
  const contracts = await createCategory(portal.database.owner, tenantId, 'Contract');
  const statements = await createCategory(portal.database.owner, tenantId, 'Bank Statement');
  const contract = await broker.stage('../Año \u202e08 <b>.pdf', CONTRACT, contracts);
  const statement = await broker.stage('August.pdf', STATEMENT, statements);
  await broker.stage('thought-better-of.pdf', pdf(), statements);
  await vi.waitFor(
    async () => {
      const states = (await broker.staged()).map(({ state }) => state);
      expect(states).toEqual(['clean', 'clean', 'clean']);
    },
    { timeout: 20_000, interval: 100 },
  );
  await asOwner((tx) =>
    createFile(tx, tenantId, { dealId: offer.dealId, name: 'of-before.pdf', storageKey: 'elsewhere' }),
  );
  expect((await broker.accept({ deal_files: [contract, statement] })).status).toBe(200);
  return offer;
}

interface ListedFile {
  id: number;
  name: string;
  [other: string]: unknown;
}

const list = async (deal: bigint | string = accepted.dealId): Promise<ListedFile[]> =>
  ((await (await operator.get(`deals/${deal}/files`)).json()) as { files: ListedFile[] }).files;
const idOf = async (name: string) => (await list()).find((file) => file.name === name)?.id;

const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const SAFE_NAME = '.._Año _08 _b_.pdf';

test('OFFER-09 the mails of an acceptance list the files that came with it, and no other', async () => {
  const { name, mid } = await asOwner((tx) =>
    tx
      .selectFrom('deals')
      .select(['name', 'mid'])
      .where('id', '=', accepted.dealId)
      .executeTakeFirstOrThrow(),
  );
  const toDesk = await waitForMail(DESK, `Offer accepted: ${name} (MID ${mid})`);
  const toBroker = await waitForMail(accepted.brokerEmail, `Your contract request for ${name}`);
  for (const { text, html } of [toDesk, toBroker]) {
    expect(text).toContain(`Files that came with it: 2\n\n${SAFE_NAME} (Contract, 1 kB)\n\n`);
    expect(text).toContain('August.pdf (Bank Statement, 1 kB)');
    expect(text).not.toMatch(/of-before|thought-better-of|\u202e/);
    expect(html).not.toMatch(/<b>|\u202e/);
  }
});

test('OFFER-09 a system of the funder lists a deal’s files and fetches the bytes that the broker sent', async () => {
  const files = (await list()).filter(({ name }) => name !== 'of-before.pdf');
  expect(files).toEqual([
    {
      id: expect.any(Number),
      name: SAFE_NAME,
      category: 'Contract',
      size: CONTRACT.length,
      content_type: 'application/pdf',
      sha256: sha256(CONTRACT),
      attached_at: expect.stringMatching(/^\d{4}-.+Z$/),
    },
    expect.objectContaining({ name: 'August.pdf', sha256: sha256(STATEMENT) }),
  ]);
  const fetched = await operator.get(`files/${files[0]?.id}`);
  expect(fetched.status).toBe(200);
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(CONTRACT);
  const { headers } = fetched;
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename=".._A_o _08 _b_.pdf"; filename*=UTF-8''.._A%C3%B1o%20_08%20_b_.pdf`,
  );
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-length')).toBe(String(CONTRACT.length));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('OFFER-09 a deal goes by the funder’s own id too', async () => {
  await asOwner((tx) =>
    tx
      .insertInto('externalIds')
      .values({
        tenantId,
        kind: 'deals',
        externalId: 'D-12/a',
        id: accepted.dealId,
        contentHash: Buffer.alloc(32),
      })
      .execute(),
  );
  expect(await list(encodeURIComponent(':D-12/a'))).toEqual(await list());
  const unknown = await operator.get('deals/:D-13/files');
  expect(await unknown.json()).toMatchObject({ code: 'not_found', message: 'The tenant has no deal D-13.' });
});

test('OFFER-09 OPS-04 each fetch is in the audit trail before it is handed out', async () => {
  const id = await idOf('August.pdf');
  const fetched = async () =>
    (await trailOf(portal.database, tenantId, `file ${id}`)).map(({ action, details }) => ({
      action,
      details,
    }));
  expect(await fetched()).toEqual([]);
  for (let time = 0; time < 2; time += 1) await (await operator.get(`files/${id}`)).arrayBuffer();
  const event = {
    action: 'deal file fetched',
    details: { deal: Number(accepted.dealId), operator: expect.stringMatching(/^service token \d+: test /) },
  };
  expect(await fetched()).toEqual([event, event]);
  const { owner } = portal.database;
  await sql`alter table audit_events add constraint closed check (action <> 'deal file fetched') not valid`.execute(
    owner,
  );
  try {
    expect(await codeOf(await operator.get(`files/${id}`))).toEqual({ status: 500, code: 'unexpected' });
  } finally {
    await sql`alter table audit_events drop constraint closed`.execute(owner);
  }
});

test('OFFER-09 security rule: without the scope it is refused, and another tenant’s is not found', async () => {
  const id = await idOf('August.pdf');
  const calls = [`deals/${accepted.dealId}/files`, `files/${id}`];
  const others = await operatorOf(portal, ['audit', 'import', 'links', 'settings', 'users']);
  for (const call of calls)
    expect(await codeOf(await others.get(call))).toEqual({ status: 403, code: 'scope_missing' });
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await operatorOf(portal, ['files'], elsewhere);
  for (const call of [...calls, `deals/999999/files`, 'files/999999'])
    expect(await codeOf(await foreign.get(call))).toEqual({ status: 404, code: 'not_found' });
  expect((await operator.get('files/999999')).status).toBe(404);
  expect((await operator.get('deals/999999/files')).status).toBe(404);
});

test('OFFER-09 security rule: what is not a deal’s, or was not found clean, is neither listed nor fetched', async () => {
  const make = (values: Parameters<typeof createFile>[2]) =>
    asOwner((tx) => createFile(tx, tenantId, values));
  const { dealId } = accepted;
  const ids = [
    await make({ storageKey: `${tenantId}/statements/one`, name: 'a statement.pdf' }),
    await make({ storageKey: `${tenantId}/files/pending`, dealId, scanStatus: 'pending' }),
    await make({ storageKey: `${tenantId}/files/infected`, dealId, scanStatus: 'infected' }),
  ];
  const listed = (await list()).map(({ id }) => id);
  for (const id of ids) {
    expect(listed).not.toContain(Number(id));
    expect((await operator.get(`files/${id}`)).status).toBe(404);
  }
});

test('OFFER-09 security rule: a name that is no plain name is made one wherever it is handed out', async () => {
  const storageKey = `${tenantId}/files/${crypto.randomUUID()}`;
  await fileStorage.put(storageKey, CONTRACT, 'text/html');
  const name = '..\\..\\"a";\r\nx-evil: 1\u2028\u202egpj.exe';
  const id = await asOwner((tx) =>
    createFile(tx, tenantId, { storageKey, dealId: accepted.dealId, name, contentType: 'text/html' }),
  );
  expect((await list()).find((file) => file.id === Number(id))?.name).toBe('.._..__a_;__x-evil_ 1__gpj.exe');
  const { headers } = await operator.get(`files/${id}`);
  expect(headers.get('x-evil')).toBeNull();
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%-]+$/,
  );
});
