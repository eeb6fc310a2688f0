import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeUser } from '../../identity/change-user.ts';
import { issuePasswordLink } from '../../identity/password-links.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { askWhoIsRemembered, enterAndBeRemembered, jarOf } from '../../testing/remembering.ts';
import { cookieOf, ORIGIN, postAsMember, postJson } from '../../testing/test-app.ts';

const TOKEN = '/api/non-tenant/oauth/token';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** Signs the same person in on three browsers: this one and two others. */
async function threeBrowsers(email: string) {
  const userId = await portal.addInvestor(email);
  const open = async (name: string) => {
    const response = await enterAndBeRemembered(portal.app, email, PASSWORD);
    const { access_token: accessToken } = (await response.json()) as { access_token: string };
    return { name, jar: jarOf(response), accessToken };
  };
  const browsers = [await open('here'), await open('elsewhere'), await open('further')];
  const rememberedAt = async () => {
    const at: string[] = [];
    for (const { name, jar } of browsers)
      if ((await askWhoIsRemembered(portal.app, jar)).email !== null) at.push(name);
    return at;
  };
  const post = (path: string, body: unknown) =>
    portal.app.fetch(path, postAsMember(body, browsers[0]?.accessToken ?? '', portal.tenantId));
  return { userId, rememberedAt, post, jars: browsers.map(({ jar }) => jar) };
}

test('LOGIN-10 PWD-02 a changed password makes the other browsers forget', async () => {
  const { userId, rememberedAt, post } = await threeBrowsers('changed@northgate.example');
  const body = { user_id: Number(userId), oldpassword: PASSWORD, password: 'brand new password' };
  expect((await post('/api/updateSyndicateUserPwd', body)).status).toBe(200);
  expect(await rememberedAt()).toEqual(['here']);
});

test('LOGIN-10 RESET-06 a reset password makes every browser forget', async () => {
  const { userId, rememberedAt } = await threeBrowsers('reset@northgate.example');
  const { url } = await withClaims(portal.database.db, { userId }, (tx) =>
    issuePasswordLink(tx, { userId, seconds: 60, publicOrigin: ORIGIN, tenantId: null }),
  );
  const id = new URL(url).hash.slice(1);
  const reset = await portal.app.fetch('/user/reset_password', postJson({ id, password: 'brand new one' }));
  expect(reset.status).toBe(200);
  expect(await rememberedAt()).toEqual([]);
});

test('LOGIN-10 LOGIN-16 ending one session makes its browser forget, ending the others all of theirs', async () => {
  const { userId, rememberedAt, post } = await threeBrowsers('ends@northgate.example');
  const sessions = await withClaims(portal.database.db, { userId }, (tx) =>
    tx.selectFrom('sessions').select('id').where('userId', '=', userId).orderBy('createdAt').execute(),
  );
  await post('/user/sessions/end', { which: sessions[1]?.id, password: PASSWORD });
  expect(await rememberedAt()).toEqual(['here', 'further']);
  await post('/user/sessions/end', { which: 'others', password: PASSWORD });
  expect(await rememberedAt()).toEqual(['here']);
});

test('LOGIN-10 LOGIN-08 of a closed account nothing is remembered', async () => {
  const email = 'closed@northgate.example';
  const { rememberedAt } = await threeBrowsers(email);
  await withTenant(portal.database.db, portal.tenantId, (tx) =>
    closeUser(tx, portal.tenantId, { email }, { via: 'command line', name: 'test' }),
  );
  expect(await rememberedAt()).toEqual([]);
});

test('LOGIN-10 LOGIN-08 closed by one of several funders, an account is remembered nowhere, and goes on at the other', async () => {
  const email = 'closed-here@northgate.example';
  const { userId, rememberedAt, jars } = await threeBrowsers(email);
  const { owner, db } = portal.database;
  const other = await createTenant(owner, { name: 'Other Capital' });
  await withTenant(owner, other, async (tx) =>
    createMembership(tx, other, userId, { syndicateId: await createSyndicate(tx, other) }),
  );
  await withTenant(db, portal.tenantId, (tx) =>
    closeUser(tx, portal.tenantId, { email }, { via: 'command line', name: 'test' }),
  );
  expect(await rememberedAt()).toEqual([]);
  const [cookie = ''] = jars;
  const renewed = await portal.app.fetch(TOKEN, postJson({ grant_type: 'refresh_token' }, { cookie }));
  expect(renewed.status).toBe(200);
});

test('LOGIN-10 LOGIN-12 where a stolen cookie ends the session, its browser is forgotten too', async () => {
  const email = 'robbed@northgate.example';
  const { userId, rememberedAt, jars } = await threeBrowsers(email);
  const [cookie = ''] = jars;
  const renew = (jar: string) =>
    portal.app.fetch(TOKEN, postJson({ grant_type: 'refresh_token' }, { cookie: jar }));
  const renewed = await renew(cookie);
  expect((await renew(cookieOf(renewed))).status).toBe(200);
  await withClaims(portal.database.db, { userId }, (tx) =>
    tx
      .updateTable('sessionTokens')
      .set({ replacedAt: sql<Date>`replaced_at - interval '1 minute'` })
      .where('replacedAt', 'is not', null)
      .execute(),
  );
  expect((await renew(cookie)).status).toBe(401);
  expect(await rememberedAt()).toEqual(['elsewhere', 'further']);
});
