import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PERMISSION_NAMES, type Permission } from '../../../shared/domain/permissions.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFileStorage } from '../../platform/integrations/file-storage.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { requiredVariable } from '../../testing/required-variable.ts';
import { ORIGIN, postAsMember, postJson, type SignedIn, signInAs } from '../../testing/test-app.ts';
import {
  companyOf,
  createBankAccount,
  createFile,
  createStatementMonth,
} from '../../testing/underwriting.ts';

const CONTENT = Buffer.from('%PDF-1.3 the statement of August %%EOF');
const INVESTOR = 'investor@northgate.example';

let portal: TestPortal;
let userId: bigint;
let fileId: bigint;
let companyId: bigint;
let accountId: bigint;
let viewer: SignedIn;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId } = portal;
  userId = await portal.addInvestor(INVESTOR, { permissions: ['view-fcs'] });
  await portal.addInvestor('colleague@northgate.example', { permissions: ['view-fcs'] });
  const key = `${tenantId}/statements/august.pdf`;
  await createFileStorage({
    endpoint: requiredVariable('S3_ENDPOINT'),
    accessKey: requiredVariable('S3_ACCESS_KEY'),
    secretKey: requiredVariable('S3_SECRET_KEY'),
    bucket: requiredVariable('S3_BUCKET'),
  }).put(key, CONTENT, 'text/html');
  await withTenant(database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    companyId = await companyOf(tx, tenantId, dealId);
    accountId = await createBankAccount(tx, tenantId, companyId);
    fileId = await createFile(tx, tenantId, { storageKey: key, name: 'Año "08" 2026.pdf' });
    await createStatementMonth(tx, tenantId, accountId, { month: '2026-08-01', fileId });
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  viewer = await signInAs(portal.app, INVESTOR, PASSWORD);
});

const askForLink = (signedIn: SignedIn, id = fileId, tenantId = portal.tenantId) =>
  portal.app.fetch(
    `/api/filecontrolsheet/statement_files/${id}`,
    postAsMember({}, signedIn.accessToken, tenantId),
  );

async function linkFor(signedIn: SignedIn): Promise<string> {
  const response = await askForLink(signedIn);
  expect(response.status).toBe(200);
  const { link, expires_in } = (await response.json()) as { link: string; expires_in: number };
  expect(expires_in).toBe(60);
  return link;
}

/** As a browser does that was told by the portal's page to open it in a tab. */
const open = (link: string, cookie: string | undefined, headers: Record<string, string> = {}) =>
  portal.app.fetch(link, {
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers },
  });

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, portal.tenantId, work);

test('FCS-07 the link shows the file, in a tab of its own and with no rights of the portal', async () => {
  const response = await open(await linkFor(viewer), viewer.cookie);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(CONTENT);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(CONTENT.length),
    'content-disposition': `inline; filename="A_o _08_ 2026.pdf"; filename*=UTF-8''A%C3%B1o%20%2208%22%202026.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('FCS-07 what is no PDF is saved and never shown', async () => {
  const setType = (contentType: string) =>
    asOwner((tx) => tx.updateTable('files').set({ contentType }).where('id', '=', fileId).execute());
  await setType('text/html');
  const { headers } = await open(await linkFor(viewer), viewer.cookie);
  await setType('application/pdf');
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment; /);
});

test('security rule: FCS-07 after a minute the link is over', async () => {
  const link = await linkFor(viewer);
  const moveClock = (seconds: number) =>
    asOwner((tx) =>
      tx
        .updateTable('statementFileLinks')
        .set({ expiresAt: sql<Date>`expires_at - make_interval(secs => ${seconds})` })
        .execute(),
    );
  await moveClock(50);
  expect((await open(link, viewer.cookie)).status).toBe(200);
  await moveClock(10);
  const late = await open(link, viewer.cookie);
  expect(late.status).toBe(410);
  expect(await late.json()).toMatchObject({ code: 'link_expired' });
  const inTab = await open(link, viewer.cookie, { 'sec-fetch-dest': 'document' });
  expect(inTab.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await inTab.text()).toMatch(/^Link Expired\./);
});

test('security rule: FCS-07 nobody else can use it: not a colleague, not the same person elsewhere, not without a session', async () => {
  const link = await linkFor(viewer);
  const colleague = await signInAs(portal.app, 'colleague@northgate.example', PASSWORD);
  const elsewhere = await signInAs(portal.app, INVESTOR, PASSWORD);
  expect((await open(link, colleague.cookie)).status).toBe(404);
  expect((await open(link, elsewhere.cookie)).status).toBe(404);
  expect((await open(link, undefined)).status).toBe(404);
  // The bearer token is not asked for, and does not help.
  const bearer = { authorization: `Bearer ${viewer.accessToken}`, 'x-tenant': portal.tenantId };
  expect((await open(link, undefined, bearer)).status).toBe(404);
  expect((await open(link, viewer.cookie)).status).toBe(200);
});

test('security rule: FCS-07 ROUTE-09 the address is no secret: it names the file, and opens nothing that was not asked for', async () => {
  const link = await linkFor(viewer);
  expect(link).toBe(`/api/filecontrolsheet/opened_statements/${portal.tenantId}/${fileId}`);
  const another = await asOwner(async (tx) => {
    const id = await createFile(tx, portal.tenantId, { storageKey: 'never asked for' });
    await createStatementMonth(tx, portal.tenantId, accountId, { month: '2026-05-01', fileId: id });
    return id;
  });
  expect((await open(link.replace(/\d+$/, String(another)), viewer.cookie)).status).toBe(404);
  // Asked for again, it opens for another minute.
  await asOwner((tx) => tx.updateTable('statementFileLinks').set({ expiresAt: sql<Date>`now()` }).execute());
  expect((await open(link, viewer.cookie)).status).toBe(410);
  await linkFor(viewer);
  expect((await open(link, viewer.cookie)).status).toBe(200);
});

test('security rule: FCS-07 no other site can have it opened', async () => {
  const link = await linkFor(viewer);
  for (const site of ['cross-site', 'same-site', 'none'])
    expect({ site, status: (await open(link, viewer.cookie, { 'sec-fetch-site': site })).status }).toEqual({
      site,
      status: 403,
    });
  const { cookie } = viewer;
  expect((await portal.app.fetch(link, { headers: { cookie } })).status).toBe(403);
  expect((await portal.app.fetch(link, { headers: { cookie, origin: 'https://evil.example' } })).status).toBe(
    403,
  );
});

test('security rule: FCS-07 another tenant’s viewer gets neither link nor file', async () => {
  const { database, tenantId } = portal;
  const link = await linkFor(viewer);
  const otherTenant = await createTenant(database.owner);
  const stranger = await portal.addInvestor('both@northgate.example');
  await withTenant(database.owner, otherTenant, async (tx) => {
    const syndicateId = await createSyndicate(tx, otherTenant);
    const everything = { syndicateId, permissions: PERMISSION_NAMES };
    await createMembership(tx, otherTenant, stranger, everything);
  });
  const both = await signInAs(portal.app, 'both@northgate.example', PASSWORD);
  expect((await askForLink(both, fileId, otherTenant)).status).toBe(404);
  expect((await askForLink(both, fileId, tenantId)).status).toBe(404);
  expect((await open(link, both.cookie)).status).toBe(404);
  expect((await open(link.replace(tenantId, otherTenant), viewer.cookie)).status).toBe(403);
});

test('security rule: FCS-01 FCS-07 a permission or a share that is taken away closes the link at once', async () => {
  const link = await linkFor(viewer);
  const allow = (permissions: Permission[]) =>
    asOwner((tx) =>
      tx.updateTable('memberships').set({ permissions }).where('userId', '=', userId).execute(),
    );
  await allow([]);
  expect((await open(link, viewer.cookie)).status).toBe(404);
  expect((await askForLink(viewer)).status).toBe(404);
  await allow(['view-fcs']);

  const other = await asOwner((tx) => createSyndicate(tx, portal.tenantId));
  const moveTo = (syndicateId: bigint) =>
    asOwner((tx) =>
      tx.updateTable('memberships').set({ syndicateId }).where('userId', '=', userId).execute(),
    );
  await moveTo(other);
  expect((await open(link, viewer.cookie)).status).toBe(404);
  expect((await askForLink(viewer)).status).toBe(404);
  await moveTo(portal.syndicateId);
  expect((await open(link, viewer.cookie)).status).toBe(200);
});

test('security rule: FCS-07 the end of the session is the end of its links', async () => {
  const link = await linkFor(viewer);
  await portal.app.fetch('/user/logout', postJson({}, { cookie: viewer.cookie }));
  expect((await open(link, viewer.cookie)).status).toBe(401);
});

test('security rule: FCS-03 FCS-07 no link to an unscrubbed month, to what is not clean, or to a file that is no statement', async () => {
  const { tenantId } = portal;
  const files = await asOwner(async (tx) => {
    const unscrubbed = await createFile(tx, tenantId, { storageKey: 'unscrubbed' });
    await createStatementMonth(tx, tenantId, accountId, {
      month: '2026-09-01',
      isScrubbed: false,
      fileId: unscrubbed,
    });
    const pending = await createFile(tx, tenantId, { storageKey: 'pending', scanStatus: 'pending' });
    await createStatementMonth(tx, tenantId, accountId, { month: '2026-07-01', fileId: pending });
    return { unscrubbed, pending, contract: await createFile(tx, tenantId, { storageKey: 'contract' }) };
  });
  for (const [kind, id] of Object.entries({ ...files, missing: 999_999_999n }))
    expect({ kind, status: (await askForLink(viewer, id)).status }).toEqual({ kind, status: 404 });
});

test('FCS-07 OPS-04 who opened which file is in the audit trail', async () => {
  await linkFor(viewer);
  const events = await asOwner((tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['actorId', 'subject'])
      .where('action', '=', 'statement file opened')
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute(),
  );
  expect(events).toEqual([{ actorId: userId, subject: `file ${fileId}` }]);
});

test('FCS-07 a file that is missing from the storage is our fault, and says so', async () => {
  const lost = await asOwner(async (tx) => {
    const id = await createFile(tx, portal.tenantId, { storageKey: `${portal.tenantId}/lost.pdf` });
    await createStatementMonth(tx, portal.tenantId, accountId, { month: '2026-06-01', fileId: id });
    return id;
  });
  const { link } = (await (await askForLink(viewer, lost)).json()) as { link: string };
  expect((await open(link, viewer.cookie)).status).toBe(500);
});

test('FCS-07 the cookie that another tab has just renewed still opens it', async () => {
  const link = await linkFor(viewer);
  const renewed = await portal.app.fetch(
    '/api/non-tenant/oauth/token',
    postJson({ grant_type: 'refresh_token' }, { cookie: viewer.cookie, origin: ORIGIN }),
  );
  expect(renewed.status).toBe(200);
  expect((await open(link, viewer.cookie)).status).toBe(200);
});
