import { request as requestHttp } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandProcessOn } from '../../testing/command-line.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { WITH_LOOPBACK_NAMES } from '../../testing/loopback-names.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { createPages } from '../../testing/opened-page.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, cookieOf, ORIGIN, postJson, SECRET, solveCaptcha } from '../../testing/test-app.ts';
import { urlOf } from '../../testing/test-database.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const HOST = 'portal.harbor.test';
const AT_HOST = { 'x-forwarded-host': HOST, origin: `http://${HOST}` };
const BOTH = 'both@northgate.example';
const ONLY_HARBOR = 'only-harbor@northgate.example';
const VICTIM = 'victim@northgate.example';

let portal: TestPortal;
let otherTenantId: string;
beforeAll(async () => {
  const webFolder = await createPages('<style>__BRAND_STYLE__</style><h1>__PORTAL_NAME__</h1>');
  // The name is what a proxy says that it was asked for.
  portal = await openTestPortal({ webFolder, trustedProxies: ['127.0.0.1'] });
  const { owner } = portal.database;
  otherTenantId = await createTenant(owner, { name: 'Keystone', slug: 'keystone' });
  const userId = await portal.addInvestor(BOTH);
  await withTenant(owner, otherTenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, otherTenantId);
    await createMembership(tx, otherTenantId, userId, { syndicateId });
  });
  expect((await host('add', 'harbor', HOST, '--unchecked')).code).toBe(0);
});
afterAll(() => portal.close());

const host = (...args: string[]) => {
  const database = new URL(portal.database.url).pathname.slice(1);
  return commandProcessOn(portal.database, {
    ...WITH_LOOPBACK_NAMES,
    DATABASE_OWNER_URL: urlOf('DATABASE_OWNER_URL', database),
    PUBLIC_ORIGIN: portal.app.url,
    SIGN_IN_SECRET: SECRET,
  })('tenant', 'host', ...args);
};

async function signInAt(headers: Record<string, string>) {
  const recaptcha = await solveCaptcha(portal.app);
  const credentials = { grant_type: 'password', username: BOTH, password: PASSWORD, recaptcha };
  const response = await portal.app.fetch('/api/non-tenant/oauth/token', postJson(credentials, headers));
  const body = (await response.json()) as { access_token: string; tenants: { id: string }[] };
  return { ...body, cookie: cookieOf(response) };
}

const sums = () => `/api/payouts/syndication_sums/${portal.syndicateId}`;
const statusAt = async (headers: Record<string, string>, token: string, tenantId = portal.tenantId) => {
  const member = asMember(token, tenantId).headers as Record<string, string>;
  return (await portal.app.fetch(sums(), { headers: { ...member, ...headers } })).status;
};

test('OPS-08 LOGIN-01 at its host name a tenant has a sign-in page of its own; elsewhere it is the portal’s', async () => {
  const pageAt = async (headers: Record<string, string>) => ({
    facts: await (await portal.app.fetch('/api/non-tenant/sign-in-page', { headers })).json(),
    html: await (await portal.app.fetch('/login', { headers })).text(),
  });
  const own = await pageAt(AT_HOST);
  expect(own.facts).toMatchObject({ name: 'Harbor Capital', support_email: expect.stringContaining('@') });
  expect(own.html).toContain('<h1>Harbor Capital</h1>');
  expect(own.html).toContain(':root:root{--brand:#0b6b5d;');
  const everybodys = await pageAt({});
  expect(everybodys.facts).toMatchObject({
    name: 'Syndicate Portal',
    support_email: 'support@portal.test',
    support_url: 'https://portal.test/help',
  });
  expect(everybodys.html).toContain('<style></style><h1>Syndicate Portal</h1>');
});

test('OPS-08 security rule: a name that is nobody’s leads nowhere, to pages, calls and cookies alike', async () => {
  const { port } = new URL(portal.app.url);
  const ask = (name: string, address: string, headers: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = { port, host: '127.0.0.1', path: address, headers: { ...headers, host: name } };
      requestHttp(asked, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  for (const name of ['evil.example', '127.0.0.1', `${HOST}.evil.example`, `evil-${HOST}`])
    for (const address of [
      '/login',
      '/',
      '/dashboard',
      '/assets/app.js',
      '/api/non-tenant/sign-in-page',
      sums(),
    ])
      expect({ name, address, status: await ask(name, address) }).toEqual({ name, address, status: 404 });
  expect(await ask(`${HOST.toUpperCase()}.`, '/login')).toBe(200);
  // Who watches the process knows it by its number, and a system's token says itself whose it is.
  expect(await ask('10.0.0.7:3000', '/healthz')).toBe(200);
  const { token } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    issueServiceToken(tx, portal.tenantId, { name: 'inside', scopes: ['settings'], days: 1 }),
  );
  const authorization = `Bearer ${token}`;
  expect(await ask('api.internal', '/api/operator/v1/settings', { authorization })).toBe(200);
});

test('OPS-08 security rule: what changes something has to come from a page of the very site that it asks', async () => {
  const send = async (headers: Record<string, string>) =>
    (await portal.app.fetch('/user/logout', { method: 'POST', headers })).status;
  expect(await send({ ...AT_HOST })).toBe(200);
  expect(await send({ ...AT_HOST, origin: ORIGIN })).toBe(403);
  expect(await send({ origin: `http://${HOST}` })).toBe(403);
});

test('OPS-08 LOGIN-11 security rule: a session is good at the name where it was opened, and there for its tenant alone', async () => {
  const atHost = await signInAt(AT_HOST);
  expect(atHost.tenants.map(({ id }) => id)).toEqual([portal.tenantId]);
  expect(await statusAt(AT_HOST, atHost.access_token)).toBe(200);
  expect(await statusAt({}, atHost.access_token)).toBe(401);
  expect(await statusAt(AT_HOST, atHost.access_token, otherTenantId)).toBe(403);
  const everywhere = await signInAt({});
  expect(everywhere.tenants).toHaveLength(2);
  expect(await statusAt({}, everywhere.access_token)).toBe(200);
  expect(await statusAt(AT_HOST, everywhere.access_token)).toBe(401);
  const renew = async (cookie: string, headers: Record<string, string>) =>
    (
      await portal.app.fetch(
        '/api/non-tenant/oauth/token',
        postJson({ grant_type: 'refresh_token' }, { ...headers, cookie }),
      )
    ).status;
  expect(await renew(atHost.cookie, {})).toBe(401);
  expect(await renew(everywhere.cookie, AT_HOST)).toBe(401);
  expect(await renew(atHost.cookie, AT_HOST)).toBe(200);
  // Under the name, nothing is seen or ended of what was opened elsewhere.
  const sessionsAt = async (headers: Record<string, string>, token: string) => {
    const member = asMember(token, portal.tenantId).headers as Record<string, string>;
    return (await (
      await portal.app.fetch('/user/sessions', { headers: { ...member, ...headers } })
    ).json()) as object[];
  };
  expect(await sessionsAt(AT_HOST, atHost.access_token)).toHaveLength(1);
  expect(await sessionsAt({}, everywhere.access_token)).toHaveLength(2);
  const end = postJson(
    { which: 'others', password: PASSWORD },
    {
      ...AT_HOST,
      authorization: `Bearer ${atHost.access_token}`,
      'x-tenant': portal.tenantId,
    },
  );
  expect((await portal.app.fetch('/user/sessions/end', end)).status).toBe(200);
  expect(await statusAt({}, everywhere.access_token)).toBe(200);
});

test('OPS-08 RESET-05 OPS-02 links and mails carry the tenant’s name, a password’s link only for whoever has no other portal', async () => {
  const operator = await operatorOf(portal, ['links']);
  const ticketRequest = { kind: 'ticket', email: BOTH, mail: false };
  const issued = (await (await operator.post('links', ticketRequest)).json()) as { address: string };
  expect(issued.address).toMatch(new RegExp(`^http://${HOST}/ticket#`));
  const ticket = new URL(issued.address).hash.slice(1);
  const enter = async (headers: Record<string, string>) =>
    (
      await portal.app.fetch(
        '/api/non-tenant/oauth/token',
        postJson({ grant_type: 'ticket', ticket }, headers),
      )
    ).status;
  await withTenant(portal.database.owner, otherTenantId, (tx) =>
    tx
      .insertInto('tenantHosts')
      .values({ tenantId: otherTenantId, host: 'keystone.test', isMain: true })
      .execute(),
  );
  const keystone = { 'x-forwarded-host': 'keystone.test', origin: 'http://keystone.test' };
  await expect.poll(async () => (await portal.app.fetch('/login', { headers: keystone })).status).toBe(200);
  // Under another tenant's name it is no ticket, and it is not used up there.
  expect(await enter(keystone)).toBe(410);
  expect(await enter(AT_HOST)).toBe(200);

  // Both funders' people, and nobody of this one: a password opens every portal of theirs, so no single funder gets to see the link.
  await portal.addInvestor(ONLY_HARBOR);
  const worker = await startTestWorker(portal.database);
  const resetMailTo = async (email: string, headers: Record<string, string>) => {
    await portal.app.fetch('/user/send_reset_link', postJson({ email }, headers));
    return (await waitForMail(email, 'Choose a new password')).text;
  };
  try {
    expect(await resetMailTo(ONLY_HARBOR, AT_HOST)).toContain(`http://${HOST}/reset_password_view?expires=`);
    expect(await resetMailTo(BOTH, AT_HOST)).toContain(`${ORIGIN}/reset_password_view?expires=`);
    await portal.addInvestor(VICTIM);
    expect(await resetMailTo(VICTIM, keystone)).toContain(`${ORIGIN}/reset_password_view?expires=`);
  } finally {
    await worker.stop();
  }
});

test('OPS-08 OPS-04 a name is added by command once it leads here, has one tenant, and is taken back', async () => {
  const ours = 'invest.harbor.test';
  expect(await host('add', 'harbor', 'nowhere.example')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nowhere.example:'),
  });
  const added = await host('add', 'harbor', ours, '--main');
  expect(added).toMatchObject({ code: 0, stderr: `${ours} leads here, and was added.\n` });
  expect(added.stdout).toBe(`${ours}\tmain\n${HOST}\t-\n`);
  expect(await host('add', 'keystone', ours)).toMatchObject({
    code: 1,
    stderr: 'Another tenant has that host name.\n',
  });
  expect((await host('remove', 'harbor', ours)).stdout).toBe(`${HOST}\tmain\n`);
  expect((await host('remove', 'harbor', ours)).code).toBe(1);
  const events = await trailOf(portal.database, portal.tenantId, 'tenant');
  expect(events.map(({ action, details }) => [action, (details as { host?: string }).host])).toEqual([
    ['host name added', HOST],
    ['host name added', ours],
    ['host name removed', ours],
  ]);
});

test('OPS-08 security rule: the proof is another for each question, and whoever cannot know the secret cannot give it', async () => {
  const ask = (question: string) => portal.app.fetch(`/.well-known/syndicate-portal/${question}`);
  const [one, other] = ['a', 'b'].map((letter) => letter.repeat(64));
  expect(await (await ask(one ?? '')).text()).not.toBe(await (await ask(other ?? '')).text());
  expect((await ask('short')).status).toBe(404);
  const elsewhere = await commandProcessOn(portal.database, {
    ...WITH_LOOPBACK_NAMES,
    PUBLIC_ORIGIN: portal.app.url,
    SIGN_IN_SECRET: 'the secret of another portal, thirty-two characters',
  })('tenant', 'host', 'add', 'harbor', 'stolen.harbor.test');
  expect(elsewhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('somebody else answers there'),
  });
});
