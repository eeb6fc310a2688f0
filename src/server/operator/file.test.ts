import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createStoredDealFile } from '../testing/deal-files.ts';
import { createTenant } from '../testing/factories.ts';
import { createCategory, createOpenOffer, type OpenOffer } from '../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { testServices } from '../testing/services.ts';

const BYTES = Buffer.from('%PDF-1.4 signed %%EOF');

let portal: TestPortal;
let offer: OpenOffer;
let fileId: bigint;
let folder: string;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId } = portal;
  offer = await createOpenOffer(database.owner, tenantId);
  await withTenant(database.owner, tenantId, (tx) =>
    tx
      .insertInto('externalIds')
      .values({
        tenantId,
        kind: 'deals',
        externalId: 'D-12',
        id: offer.dealId,
        contentHash: Buffer.alloc(32),
      })
      .execute(),
  );
  const categoryId = BigInt(await createCategory(database.owner, tenantId));
  fileId = await newFile({ name: 'contract.pdf', categoryId });
});
afterAll(() => portal.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deal-files-'));
  return () => rm(folder, { recursive: true });
});

const newFile = (values: Parameters<typeof createStoredDealFile>[3]) =>
  createStoredDealFile(portal.database.owner, portal.tenantId, offer.dealId, { bytes: BYTES, ...values });

async function file(...args: string[]) {
  const { code, stdout, stderr } = await commandLineOn(portal.database)('file', ...args);
  return { code, said: stdout.trim(), told: stderr.split('\n')[0] };
}
const get = (id: bigint, to: string) =>
  file('get', '--tenant', portal.slug, '--file', String(id), '--to', to);
const fetched = async (id: bigint) =>
  (await trailOf(portal.database, portal.tenantId, `file ${id}`)).map(({ action, details }) => ({
    action,
    details,
  }));

test('OFFER-09 the operator lists a deal’s files, by the portal’s id or the funder’s own', async () => {
  const line = new RegExp(`^${fileId}\\tcontract\\.pdf\\tContract\\t1 kB\\t\\d{4}-\\S+Z$`);
  for (const deal of [String(offer.dealId), ':D-12']) {
    const { code, said } = await file('list', '--tenant', portal.slug, '--deal', deal);
    expect([code, said.split('\n')[0]]).toEqual([0, expect.stringMatching(line)]);
  }
  expect(await file('list', '--tenant', portal.slug, '--deal', ':D-13')).toMatchObject({
    code: 1,
    told: 'The tenant has no deal D-13.',
  });
});

test('OFFER-09 OPS-04 the operator fetches a file, which the audit trail tells, and nothing is overwritten', async () => {
  const to = join(folder, 'saved.pdf');
  expect(await get(fileId, to)).toEqual({
    code: 0,
    said: to,
    told: `File ${fileId} of deal ${offer.dealId}: contract.pdf, 1 kB.`,
  });
  expect(await readFile(to)).toEqual(BYTES);
  expect((await stat(to)).mode & 0o777).toBe(0o600);
  const event = {
    action: 'deal file fetched',
    details: { deal: Number(offer.dealId), operator: expect.stringMatching(/^command line: ./) },
  };
  expect(await fetched(fileId)).toEqual([event]);

  await writeFile(to, 'mine');
  await symlink(to, join(folder, 'contract.pdf'));
  for (const place of [to, folder]) {
    const { code, told } = await get(fileId, place);
    expect([code, told]).toEqual([2, expect.stringMatching(/^.+\.pdf already exists\.$/)]);
  }
  expect(await readFile(to, 'utf8')).toBe('mine');
  expect(await get(fileId, join(folder, 'none', 'a.pdf'))).toMatchObject({ code: 2 });
  expect(await fetched(fileId)).toEqual([event]);
});

test('OFFER-09 security rule: in a folder a file gets a name that stays in it, whatever it is called', async () => {
  const names = {
    '../../etc/cron.d/evil': '_._.._etc_cron.d_evil',
    '.bashrc': '_bashrc',
    '..': '_.',
    'a\u202e\u0007b.pdf': 'a__b.pdf',
    [`${'ñ'.repeat(190)}.pdf`]: `${'ñ'.repeat(98)}.pdf`,
  };
  const inside = join(folder, 'inside');
  await mkdir(inside);
  for (const [name, saved] of Object.entries(names))
    expect(await get(await newFile({ name }), inside)).toMatchObject({ code: 0, said: join(inside, saved) });
  expect((await readdir(inside)).sort()).toEqual(Object.values(names).sort());
  expect(await readdir(folder)).toEqual(['inside']);
});

test('OFFER-09 security rule: another tenant’s is not there, and other bytes than were checked are not kept', async () => {
  await createTenant(portal.database.owner, { slug: 'maple' });
  const to = join(folder, 'theirs.pdf');
  expect(await file('get', '--tenant', 'maple', '--file', String(fileId), '--to', to)).toMatchObject({
    code: 1,
    told: `The tenant has no file ${fileId} of a deal.`,
  });
  const changed = await newFile({ name: 'changed.pdf' });
  const { storageKey } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('files').select('storageKey').where('id', '=', changed).executeTakeFirstOrThrow(),
  );
  await testServices().fileStorage.put(storageKey, Buffer.from('other bytes'), 'application/pdf');
  expect(await get(changed, to)).toMatchObject({
    code: 1,
    told: `File ${changed} does not match the checksum of the scanned file. It was not saved.`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('OFFER-09 what is missing or too much is said', async () => {
  expect((await file('get', '--tenant', portal.slug, '--file', '1')).told).toBe('--to is missing.');
  expect((await file('list', '--tenant', portal.slug, '--deal', 'x')).told).toMatch(/^--deal expects/);
  expect((await file('list', '--tenant', portal.slug, '--deal', '1', '--to', 'x')).told).toBe(
    'file list takes no --to.',
  );
  expect((await file('send')).told).toBe('file expects one of list, get.');
});
