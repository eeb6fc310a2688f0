import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims } from '../../platform/db/transactions.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, cookieOf, postJson, signInAs } from '../../testing/test-app.ts';

const TOKEN = '/api/non-tenant/oauth/token';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function renew(cookie: string) {
  const response = await portal.app.fetch(TOKEN, postJson({ grant_type: 'refresh_token' }, { cookie }));
  const { access_token: accessToken = '' } = (await response.json()) as { access_token?: string };
  return { status: response.status, cookie: cookieOf(response), accessToken };
}

const statusWith = async (accessToken: string) =>
  (await portal.app.fetch('/user/sessions', asMember(accessToken, portal.tenantId))).status;

/** Lets everything that happened to the tokens of a user have happened longer ago. */
const pass = (userId: bigint, time: string) =>
  withClaims(portal.database.db, { userId }, (tx) =>
    tx
      .updateTable('sessionTokens')
      .set({
        issuedAt: sql<Date>`issued_at - ${time}::interval`,
        replacedAt: sql<Date>`replaced_at - ${time}::interval`,
      })
      .execute(),
  );

/** A session whose cookie was replaced a minute ago by one that somebody has, or nobody. */
async function replacedCookie(name: string) {
  const userId = await portal.addInvestor(`${name}@northgate.example`);
  const { cookie } = await signInAs(portal.app, `${name}@northgate.example`, PASSWORD);
  const successor = await renew(cookie);
  await pass(userId, '1 minute');
  return { userId, cookie, successor };
}

test('LOGIN-12 SHELL-06 a renewal whose answer was lost is made again, as often as it takes', async () => {
  const { userId, cookie } = await replacedCookie('lost');
  expect((await renew(cookie)).status).toBe(200);
  await pass(userId, '20 seconds');
  const received = await renew(cookie);
  expect([received.status, await statusWith(received.accessToken)]).toEqual([200, 200]);
  expect((await renew(received.cookie)).status).toBe(200);
});

test('LOGIN-12 SHELL-06 who was answered without a cookie at the second try stays signed in', async () => {
  const userId = await portal.addInvestor('second.try@northgate.example');
  const { cookie } = await signInAs(portal.app, 'second.try@northgate.example', PASSWORD);
  await renew(cookie);
  const secondTry = await renew(cookie);
  expect([secondTry.status, secondTry.cookie]).toEqual([200, '']);
  await pass(userId, '4 minutes 30 seconds');
  const next = await renew(cookie);
  expect([next.status, next.cookie === '']).toEqual([200, false]);
  // What the page had been answered with goes on: nobody else has it.
  expect(await statusWith(secondTry.accessToken)).toBe(200);
});

test('LOGIN-12 SHELL-06 of two tabs that come back after a lost answer, both are served and one gets the cookie', async () => {
  const { cookie } = await replacedCookie('two.tabs');
  const both = await Promise.all([renew(cookie), renew(cookie)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const cookies = both.map((one) => one.cookie).filter(Boolean);
  expect(cookies).toHaveLength(1);
  expect((await renew(cookies[0] ?? '')).status).toBe(200);
});

test('LOGIN-12 a thief who renewed first is locked out by the owner’s renewal, and the session ends with the next try', async () => {
  const { cookie, successor } = await replacedCookie('thief.first');
  expect(await statusWith(successor.accessToken)).toBe(200);
  const owner = await renew(cookie);
  expect(owner.status).toBe(200);
  expect(await statusWith(successor.accessToken)).toBe(401);
  expect((await renew(successor.cookie)).status).toBe(401);
  expect([await statusWith(owner.accessToken), (await renew(owner.cookie)).status]).toEqual([401, 401]);
});

test('LOGIN-12 a replaced cookie that comes back after its successor was used ends the whole session, whoever has it', async () => {
  const { userId, cookie, successor } = await replacedCookie('thief.late');
  const current = await renew(successor.cookie);
  expect(current.status).toBe(200);
  await pass(userId, '1 second');
  expect((await renew(cookie)).status).toBe(401);
  expect([await statusWith(current.accessToken), (await renew(current.cookie)).status]).toEqual([401, 401]);
});

test('LOGIN-12 a cookie that was replaced longer ago than a session stays idle ends it, used successor or not', async () => {
  const { userId, cookie, successor } = await replacedCookie('long.ago');
  await pass(userId, '8 minutes 1 second');
  expect((await renew(cookie)).status).toBe(401);
  expect((await renew(successor.cookie)).status).toBe(401);
});
