import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../shared/domain/permissions.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { SESSION_COOKIE } from '../platform/http/session-cookie.ts';
import { createMembership, createTenant, createUser } from '../testing/factories.ts';
import { openSession } from '../testing/open-session.ts';
import { createPages, openPage } from '../testing/opened-page.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { createStaff } from '../testing/staff.ts';
import { asMember, signInAs } from '../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ webFolder: await createPages() });
});
afterAll(() => portal.close());

const BOARD = 'GET /api/desk/v1/board ';
const WHO = 'GET /api/desk/v1/me ';

const cookieOf = async (userId: bigint) =>
  `${SESSION_COOKIE}=${await openSession(portal.database.owner, userId, 'refresh')}`;

async function staff(permissions?: readonly Permission[]) {
  const who = await createStaff(portal.database.owner, portal.tenantId, {
    role: 'administrator',
    ...(permissions && { permissions }),
  });
  return { ...who, cookie: await cookieOf(who.userId) };
}

const open = (address: string, cookie: string, headers = {}) =>
  openPage(portal.app, address, { cookie, ...headers });

test('DESK-160 the board arrives with who is there and the same answer as its call gets, and is never stored', async () => {
  const { userId, accessToken, cookie } = await staff();
  const { arrivedWith, headers } = await open('/desk', cookie);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']).toBeUndefined();
  expect(arrivedWith?.session).toMatchObject({
    user_id: Number(userId),
    tenant: { id: portal.tenantId, is_desk: true },
  });
  expect(Object.keys(arrivedWith?.answers ?? {}).sort()).toEqual([BOARD, WHO]);
  for (const [text, answer] of Object.entries(arrivedWith?.answers ?? {})) {
    const address = text.split(' ')[1] ?? '';
    const response = await portal.app.fetch(address, asMember(accessToken, portal.tenantId));
    expect(await response.json()).toEqual(answer);
  }
});

test('DESK-160 any other page of the desk arrives with who is there, and an address that is none with nothing', async () => {
  const { cookie } = await staff();
  const { arrivedWith } = await open('/desk/audit', cookie);
  expect(Object.keys(arrivedWith?.answers ?? {})).toEqual([WHO]);
  expect((await open('/desk/nothing-of-ours', cookie)).arrivedWith).toBeNull();
});

test('DESK-160 security rule: the trail arrives only for those who may read it', async () => {
  const { cookie } = await staff(['view-desk']);
  const { arrivedWith } = await open('/desk', cookie);
  expect(arrivedWith?.answers[BOARD]).toMatchObject({ happened: null });
});

test('DESK-160 security rule: an investor gets nothing of the desk, and staff get no investor’s page', async () => {
  await portal.addInvestor('investor@northgate.example');
  const investor = await signInAs(portal.app, 'investor@northgate.example', PASSWORD);
  expect((await open('/desk', investor.cookie)).arrivedWith).toBeNull();
  const { cookie } = await staff();
  expect((await open('/dashboard', cookie)).arrivedWith).toBeNull();
});

test('DESK-160 security rule: whoever works for several funders chooses one first, and nothing arrives', async () => {
  const { userId, cookie } = await staff();
  const { owner } = portal.database;
  const elsewhere = await createTenant(owner);
  await withTenant(owner, elsewhere, (tx) =>
    createMembership(tx, elsewhere, userId, { role: 'administrator', permissions: ['view-desk'] }),
  );
  expect((await open('/desk', cookie)).arrivedWith).toBeNull();
});

test('DESK-160 security rule: before a second factor or a new password the desk arrives with who it is, and with nothing of it', async () => {
  const { owner } = portal.database;
  const userId = await createUser(owner, { email: 'new@funder.example' });
  await withTenant(owner, portal.tenantId, (tx) =>
    createMembership(tx, portal.tenantId, userId, { role: 'administrator', permissions: ['view-desk'] }),
  );
  const withoutFactor = await open('/desk', await cookieOf(userId));
  expect(withoutFactor.arrivedWith).toMatchObject({ session: { user_id: Number(userId) }, answers: {} });
  expect(Object.keys(withoutFactor.arrivedWith?.answers ?? {})).toEqual([]);
  const first = await staff();
  await withClaims(owner, { userId: first.userId }, (tx) =>
    tx.updateTable('users').set({ mustChangePassword: true }).execute(),
  );
  const beforeChange = await open('/desk', first.cookie);
  expect(beforeChange.arrivedWith?.session?.must_change_password).toBe(true);
  expect(Object.keys(beforeChange.arrivedWith?.answers ?? {})).toEqual([]);
});

test.each([
  ['a script reads it', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['another site leads there', { 'sec-fetch-site': 'cross-site' }],
  ['the browser loads it in advance', { 'sec-purpose': 'prefetch;prerender' }],
])('DESK-160 security rule: the desk arrives without answers when %s', async (_, headers) => {
  const { cookie } = await staff();
  expect((await open('/desk', cookie, headers)).arrivedWith).toBeNull();
});
