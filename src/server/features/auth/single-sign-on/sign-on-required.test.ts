import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../../platform/db/transactions.ts';
import { removeSingleSignOn } from '../../../tenant-settings/single-sign-on.ts';
import { createMembership, createSyndicate, createTenant } from '../../../testing/factories.ts';
import { openSession } from '../../../testing/open-session.ts';
import { PASSWORD } from '../../../testing/portal.ts';
import { TOKEN } from '../../../testing/second-factor.ts';
import { openSignOnPortal, type SignOnPortal } from '../../../testing/sign-on.ts';
import { addFactor } from '../../../testing/staff.ts';
import { asMember, postJson, solveCaptcha } from '../../../testing/test-app.ts';

let portal: SignOnPortal;
beforeAll(async () => {
  portal = await openSignOnPortal();
});
afterAll(() => portal.close());

async function enterPassword(email: string, password = PASSWORD) {
  const recaptcha = await solveCaptcha(portal.app);
  const body = { grant_type: 'password', username: email, password, recaptcha };
  const response = await portal.app.fetch(TOKEN, postJson(body));
  return (await response.json()) as { code?: string; second_factor?: object; tenants?: { id: string }[] };
}

async function signOn(email: string): Promise<string> {
  const landing = await portal.signOn({ email });
  expect(landing.location).toBe('/desk');
  return (await portal.renew(landing.cookies.get('__Host-session') ?? '')).access_token;
}

/** Makes somebody an investor of another tenant as well. */
async function addElsewhere(userId: bigint): Promise<string> {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner, { name: 'Summit', slug: `summit-${userId}` });
  await withTenant(owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    await createMembership(tx, tenantId, userId, { syndicateId });
  });
  return tenantId;
}

test('DESK-14 where it is required, the right password leads to single sign-on and opens no desk', async () => {
  const userId = await portal.addStaff('ana@harbor.example');
  await addFactor(portal.database.owner, userId);
  const before = await openSession(portal.database.owner, userId);
  const cookie = await openSession(portal.database.owner, userId, 'refresh');
  expect((await enterPassword('ana@harbor.example')).second_factor).toBeDefined();
  expect((await portal.me(before)).status).toBe(200);

  await portal.set({ isRequired: true });
  expect((await enterPassword('ana@harbor.example')).code).toBe('sso_required');
  expect((await enterPassword('ana@harbor.example', 'not the password')).code).toBe('invalid_credentials');
  // The session of before counts no more, with either of its tokens.
  expect((await portal.me(before)).status).toBe(403);
  expect(await portal.renew(`__Host-session=${cookie}`)).toMatchObject({ code: 'not_signed_in' });
  expect((await portal.me(await signOn('ana@harbor.example'))).status).toBe(200);

  await portal.set({ isRequired: false });
  expect((await portal.me(before)).status).toBe(200);
});

test('DESK-14 the password still opens what the person has elsewhere', async () => {
  const userId = await portal.addStaff('ben@harbor.example');
  const elsewhere = await addElsewhere(userId);
  await portal.set({ isRequired: true });
  expect((await enterPassword('ben@harbor.example')).tenants).toMatchObject([{ id: elsewhere }]);
  await portal.set({ isRequired: false });
});

test('DESK-14 single sign-on opens the desk of its own tenant and nothing else', async () => {
  const userId = await portal.addStaff('cleo@harbor.example');
  const elsewhere = await addElsewhere(userId);
  const accessToken = await signOn('cleo@harbor.example');
  expect((await portal.me(accessToken)).status).toBe(200);
  const asInvestor = await portal.app.fetch(
    `/api/getPortalUserProfile/${userId}`,
    asMember(accessToken, elsewhere),
  );
  expect(asInvestor.status).toBe(403);
  // Nor does it change how the person signs in, which is the same with every tenant.
  const started = await portal.app.fetch(
    '/user/second-factor/totp/start',
    postJson(
      { password: PASSWORD },
      asMember(accessToken, portal.tenantId).headers as Record<string, string>,
    ),
  );
  expect(await started.json()).toMatchObject({ code: 'password_sign_in_needed' });
});

test('DESK-14 without its provider, a session that it opened counts no more', async () => {
  await portal.addStaff('dora@harbor.example');
  const { issuer } = portal.provider;
  const first = await signOn('dora@harbor.example');
  await portal.set({ issuer: 'https://elsewhere.example' });
  expect((await portal.me(first)).status).toBe(403);

  await portal.set({ issuer });
  const second = await signOn('dora@harbor.example');
  expect((await portal.me(second)).status).toBe(200);
  await withTenant(portal.database.db, portal.tenantId, (tx) =>
    removeSingleSignOn(tx, portal.tenantId, { via: 'command line', name: 'test' }),
  );
  expect((await portal.me(second)).status).toBe(403);
});
