import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FILE_REFUSALS } from '../../../shared/domain/offer-files.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { INFECTED_PDF, pdf } from '../../testing/sample-files.ts';
import { testServices } from '../../testing/services.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { companyOf } from '../../testing/underwriting.ts';
import { removeCompanyDetails } from '../disposal/remove-company.ts';

const { fileStorage } = testServices();
const LETTER = pdf('/Lang (en)');
const MID = 'HC20003';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let dealId: bigint;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  dealId = await withTenant(portal.database.owner, tenantId, (tx) =>
    createFundedDeal(tx, tenantId, { mid: MID }),
  );
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const announce = (name: string, size: number, by = owen, deal: bigint = dealId) =>
  by.post(`deals/${deal}/files`, { file_name: name, file_size: size });

const uploaded = (fileId: unknown, by = owen) => by.post(`deals/${dealId}/files/${fileId}/uploaded`, {});

/** Uploads a file and waits for the verdict. */
async function add(name: string, bytes: Uint8Array) {
  const announced = await announce(name, bytes.length);
  expect(announced.status).toBe(200);
  const { url, headers } = announced as unknown as { url: string; headers: Record<string, string> };
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).ok).toBe(true);
  const id = announced['file_id'] as string;
  const { state } = await vi.waitFor(
    async () => {
      const file = await uploaded(id);
      expect(file['state']).toMatch(/^(clean|refused)$/);
      return file as unknown as { state: string };
    },
    { timeout: 20_000, interval: 100 },
  );
  return { id, state };
}

const listed = async (by = owen) =>
  (await by.get(`deals/${dealId}/files`))['desk_files'] as Record<string, unknown>[];
const listedAs = async (id: string) => (await listed()).find((file) => file['file_id'] === id);
const eventsOf = async (fileId: string) =>
  (await trailOf(portal.database, tenantId, `deal ${MID}`)).filter(
    ({ details }) => (details as { file?: string }).file === fileId,
  );

test('DESK-146 staff add a file to a deal: once it is found clean, it is listed with who added it, and each download is recorded', async () => {
  const { id, state } = await add('../Letter\u202e.pdf', LETTER);
  expect(state).toBe('clean');
  expect(await listedAs(id)).toEqual({
    file_id: id,
    name: '.._Letter_.pdf',
    size: LETTER.length,
    state: 'clean',
    refusal: null,
    added_by: 'Owen Hart',
    added_at: expect.stringMatching(/^\d{4}-.+Z$/),
  });
  const ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
  const fetched = await ingrid.fetch(`deals/${dealId}/files/${id}`);
  expect(fetched.status).toBe(200);
  expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; /);
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(LETTER);
  expect(await eventsOf(id)).toMatchObject([
    { action: 'deal file added', actorId: owen.userId },
    { action: 'deal file fetched', actorId: ingrid.userId },
  ]);
});

test('DESK-146 an upload that is reported many times at once is checked and recorded once', async () => {
  const announced = await announce('twice.pdf', LETTER.length);
  const { url, headers } = announced as unknown as { url: string; headers: Record<string, string> };
  await fetch(url, { method: 'PUT', headers, body: LETTER });
  const id = announced['file_id'] as string;
  const answers = await Promise.all(Array.from({ length: 50 }, () => uploaded(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await eventsOf(id)).toHaveLength(1);
});

test('DESK-147 security rule: what is infected or not checked is listed with the reason or not at all, and nobody ever gets it', async () => {
  const infected = await add('contract.pdf', INFECTED_PDF);
  expect(infected.state).toBe('refused');
  expect(await listedAs(infected.id)).toMatchObject({ state: 'refused', refusal: FILE_REFUSALS.infected });
  const waiting = (await announce('later.pdf', LETTER.length))['file_id'] as string;
  expect(await uploaded(waiting)).toMatchObject({ code: 'file_not_uploaded' });
  expect(await listedAs(waiting)).toBeUndefined();
  for (const id of [infected.id, waiting, crypto.randomUUID()])
    expect((await owen.fetch(`deals/${dealId}/files/${id}`)).status).toBe(404);
  expect(await announce('large.pdf', 21 * 1024 * 1024)).toMatchObject({ code: 'file_too_large' });
});

test('DESK-147 security rule: only who may change deals adds files, and only to deals of the tenant', async () => {
  const ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
  expect((await announce('a.pdf', 3, ingrid)).status).toBe(403);
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await withTenant(portal.database.owner, elsewhere, (tx) => createFundedDeal(tx, elsewhere));
  for (const deal of [foreign, 999_999_999n])
    expect((await announce('a.pdf', 3, owen, deal)).status).toBe(404);
  const { id } = await add('mine.pdf', pdf('/Lang (fr)'));
  const other = await withTenant(portal.database.owner, tenantId, (tx) => createFundedDeal(tx, tenantId));
  expect((await owen.fetch(`deals/${other}/files/${id}`)).status).toBe(404);
  const cleo = await sitDown(portal, 'Cleo Ward', { role: 'collections' });
  expect((await uploaded(id, cleo)).status).toBe(404);
});

test('DESK-146 DATA-02 a file that staff have added goes with what else is known of the merchant', async () => {
  const { id } = await add('gone.pdf', pdf('/Lang (de)'));
  const key = keptKey(tenantId, id);
  expect(await fileStorage.sizeOf(key)).not.toBeNull();
  await withTenant(portal.database.owner, tenantId, async (tx) =>
    removeCompanyDetails(tx, tenantId, await companyOf(tx, tenantId, dealId)),
  );
  expect(await listed()).toEqual([]);
  await expect.poll(() => fileStorage.sizeOf(key), { timeout: 15_000 }).toBeNull();
});
