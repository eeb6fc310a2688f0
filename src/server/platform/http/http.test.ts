import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newLinkToken } from '../../identity/capabilities.ts';
import { createUser } from '../../testing/factories.ts';
import { createPages } from '../../testing/opened-page.ts';
import { requiredVariable } from '../../testing/required-variable.ts';
import { postJson, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { hashToken, newToken } from '../crypto/random-tokens.ts';
import { withClaims, withTenant } from '../db/transactions.ts';
import { createRecaptcha } from '../integrations/recaptcha.ts';
import { createLogger } from '../logger.ts';
import { REMEMBERED_COOKIE } from './remembered-cookie.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

let database: TestDatabase;
let app: TestApp;
let logged = '';
let webFolder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const nonce = '<!doctype html><meta name="csp-nonce" content="__NONCE__">';
  webFolder = await createPages(nonce);
  const pages = {
    'sign-in.html': `${nonce}<meta name="sign-in-page" content="__SIGN_IN_PAGE__"><h1>__PORTAL_NAME__</h1>`,
    'sign-in-remembered.html': `${nonce}<meta name="remembered" content="__MASKED_EMAIL__"><h2>remembered`,
    'signed-in.html': `${nonce}<p>signed in`,
    'dashboard.html': `${nonce}<p>dashboard`,
  };
  for (const [name, text] of Object.entries(pages)) await writeFile(path.join(webFolder, name), text);
  const log = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  app = await startTestApp(database, { webFolder, logger: createLogger('info', log) });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const asPage = { headers: { accept: 'text/html' } };

test('ROUTE-02 every address of the app answers with the page, under a policy whose nonce is new each time', async () => {
  const nonces = new Set<string>();
  for (const address of ['/', '/login', '/dashboard?view=simple', '/fcs/abc', '/no/such/page']) {
    const response = await app.fetch(address, asPage);
    expect(response.status).toBe(200);
    const nonce = /content="([^"]+)"/.exec(await response.text())?.[1] ?? '';
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("form-action 'none'");
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
});

test('ROUTE-02 a link scanner or a monitor that does not say what it takes sees a live page, and no page where there is none', async () => {
  const statusOf = async (address: string, init: RequestInit) => (await app.fetch(address, init)).status;
  const anything = { headers: { accept: '*/*' } };
  const pages = [
    ...[
      '/',
      '/login?user_email=a@b.example',
      '/reset_password_view?id=a&expires=1',
      '/dashboard',
      '/profile',
    ],
    ...['/fcs/abc', '/accounting_reply/abc', '/prefunding/abc', '/prefunding/abc/7/1', '/plaid?id=abc'],
    ...['/offer/1/token', '/bank_change', '/invitation', '/second_factor_reset', '/ticket', '/plaid'],
    '/unsubscribe',
    '/bank_change/token',
  ];
  for (const address of pages) {
    expect({ address, status: await statusOf(address, anything) }).toEqual({ address, status: 200 });
    expect({ address, status: await statusOf(address, { ...anything, method: 'HEAD' }) }).toEqual({
      address,
      status: 200,
    });
  }
  for (const address of ['/no/such/page', '/assets/missing.js', '/wp-login.php', '/api/none'])
    expect({ address, status: await statusOf(address, anything) }).toEqual({ address, status: 404 });
});

test('OFFER-03 DESK-89 security rule: the pages that send files may upload to the file storage, and no others', async () => {
  const storage = new URL(requiredVariable('S3_ENDPOINT')).origin;
  const policyOf = async (address: string) =>
    (await app.fetch(address, asPage)).headers.get('content-security-policy')?.split('; ') ?? [];
  expect(await policyOf('/offer/1/token')).toEqual(
    expect.arrayContaining([
      `connect-src 'self' ${storage}`,
      "img-src 'self' data: blob:",
      "script-src 'self'",
    ]),
  );
  for (const address of ['/accounting_reply/an-invite', '/desk', '/desk/requests/1'])
    expect(await policyOf(address)).toEqual(
      expect.arrayContaining([`connect-src 'self' ${storage}`, "img-src 'self' data:"]),
    );
  for (const address of ['/', '/login', '/offers', '/dashboard', '/prefunding/an-invite', '/desks'])
    expect(await policyOf(address)).toEqual(
      expect.arrayContaining(["connect-src 'self'", "img-src 'self' data:"]),
    );
});

test("ROUTE-03 the address in old mails leads to the broker's page", async () => {
  const token = newLinkToken(crypto.randomUUID());
  for (const [address, page] of [
    [`/iso-potal/${token}/42/7`, `/offer/7/${token}`],
    // What is no link of this portal was one of the former.
    ['/iso-potal/the%2Ftoken/42/7', '/offer/7/the%2Ftoken?from=former_portal'],
  ] as const) {
    const response = await app.fetch(address, { ...asPage, redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(page);
  }
});

test('ROUTE-09 a mailed link that has its token in the path leads to the page with the token in the fragment', async () => {
  for (const page of ['/bank_change', '/invitation', '/second_factor_reset']) {
    const response = await app.fetch(`${page}/the%2Ftoken`, { ...asPage, redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`${page}#the%2Ftoken`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('security rule: every answer has the headers, and no policy allows inline script', async () => {
  for (const address of [
    '/',
    '/login',
    '/api/none',
    '/api/payouts/syndication_sums/1',
    '/healthz',
    '/api/docs/json',
  ]) {
    const { headers } = await app.fetch(address, asPage);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('cache-control')).toBe('no-store');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test('OPS-13 no answer may be framed, and none gets a device, a sensor or a payment from the browser', async () => {
  for (const address of [
    '/',
    '/api/none',
    '/healthz',
    '/api/docs/',
    '/api/docs/json',
    '/api/operator/docs/',
  ]) {
    const { headers } = await app.fetch(address, asPage);
    expect([address, headers.get('content-security-policy')]).toEqual([
      address,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    expect(headers.get('x-frame-options')).toBe('DENY');
    const allowed = headers.get('permissions-policy')?.split(', ') ?? [];
    expect(allowed).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'payment=()', 'usb=()']));
    expect(allowed.filter((one) => !one.endsWith('=()'))).toEqual([
      'clipboard-write=(self)',
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
    ]);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('OPS-13 a page takes no plain string as HTML or script, unless it runs the script of a provider', async () => {
  const trusted = ["require-trusted-types-for 'script'", 'trusted-types default dompurify'];
  for (const address of ['/', '/login', '/dashboard', '/offer/1/token', '/no/such/page']) {
    const { headers } = await app.fetch(address, asPage);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual(expect.arrayContaining(trusted));
  }
});

test('OPS-13 where the documentation of the calls is not wanted it is an unknown address', async () => {
  const quiet = await startTestApp(database, { webFolder, hasApiDocs: false });
  for (const address of ['/api/docs', '/api/docs/json', '/api/operator/docs', '/api/operator/docs/json'])
    expect([address, (await quiet.fetch(address, asPage)).status]).toEqual([address, 404]);
  await quiet.close();
  expect((await app.fetch('/api/docs/json')).status).toBe(200);
});

const policyOf = async (from: TestApp) => {
  const { headers } = await from.fetch('/login', asPage);
  return (headers.get('content-security-policy') ?? '').split('; ');
};

test('LOGIN-03 security rule: a captcha provider’s addresses are in the page’s policy only where it is configured', async () => {
  expect(await policyOf(app)).toEqual(expect.arrayContaining(["script-src 'self'", "connect-src 'self'"]));
  expect((await policyOf(app)).join()).not.toMatch(/frame-src|https?:/);
  const captcha = createRecaptcha({
    siteKey: 'site',
    secret: 'hush',
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
  });
  const withProvider = await startTestApp(database, { webFolder, captcha });
  expect(await policyOf(withProvider)).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
      "connect-src 'self' https://www.google.com/recaptcha/",
      'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    ]),
  );
  await withProvider.close();
});

test('an unknown call is 404 with a stable code, never the page', async () => {
  const response = await app.fetch('/api/none', asPage);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not_found' });
});

test('OPS-05 a request has an id of its own, in the answer and in the log', async () => {
  const ids = await Promise.all(
    [1, 2].map(
      async () => ((await (await app.fetch('/api/none')).json()) as { request_id: string }).request_id,
    ),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(logged).toContain(id);
  }
});

test('ROUTE-02 no page is ever served with a placeholder left in', async () => {
  for (const address of ['/index.html', '/sign-in.html', '/signed-in.html', '/dashboard.html', '/', '/login'])
    expect(await (await app.fetch(address, asPage)).text()).not.toMatch(/__[A-Z_]+__/);
});

test('LOGIN-01 a visitor gets the sign-in page prerendered, a member the frame of theirs, and everybody else the empty page', async () => {
  const htmlAt = async (address: string, cookie = '') =>
    (await app.fetch(address, { headers: { ...asPage.headers, cookie } })).text();
  const session = `${SESSION_COOKIE}=whatever`;
  for (const address of ['/', '/login', '/login?redirect=%2Fprofile'])
    expect(await htmlAt(address)).toContain('<h1>Syndicate Portal</h1>');
  expect(await htmlAt('/dashboard?view=simple', session)).toContain('<p>dashboard');
  for (const address of ['/fcs/abc', '/profile', '/prefunding'])
    expect(await htmlAt(address, session)).toContain('<p>signed in');
  const empty = [
    ['/login?ticket=abc'],
    ['/ticket'],
    ['/login', session],
    ['/dashboard'],
    ['/dashboards', session],
    ['/offer/1/token', session],
    ['//login'],
  ] as const;
  for (const [address, cookie] of empty) expect(await htmlAt(address, cookie)).not.toMatch(/<h1>|<p>/);
});

test('LOGIN-10 a browser that remembers somebody gets the page with the masked e-mail, and nobody else does', async () => {
  const { userId, tokenHash, cookie } = await rememberSomebody('o&<b>"whitfield@northgate.example');
  const htmlAt = async (address: string, headers = {}) =>
    (await app.fetch(address, { headers: { ...asPage.headers, ...headers } })).text();
  const masked = 'content="••••••••e.example"><h2>remembered';
  for (const address of ['/', '/login?redirect=%2Fprofile'])
    expect(await htmlAt(address, { cookie })).toContain(masked);
  expect(await htmlAt('/login', { cookie })).not.toMatch(/whitfield|__/);
  // An address that brings a name along, and whoever has a session, are shown something else.
  expect(await htmlAt('/login?user_email=sam@bluewater.example', { cookie })).toContain('<h1>');
  const signedIn = { cookie: `${cookie}; ${SESSION_COOKIE}=whatever` };
  expect(await htmlAt('/login', signedIn)).not.toMatch(/<h1>|<h2>/);
  expect(await htmlAt('/login', { cookie: `${REMEMBERED_COOKIE}=unknown` })).toContain('<h1>');
  await withClaims(database.owner, { userId }, (tx) =>
    tx.deleteFrom('rememberedBrowsers').where('tokenHash', '=', tokenHash).execute(),
  );
  expect(await htmlAt('/login', { cookie })).toContain('<h1>');
});

async function rememberSomebody(email: string) {
  const userId = await createUser(database.owner, { email });
  const token = newToken();
  const tokenHash = hashToken(token);
  const expiresAt = sql<Date>`now() + interval '1 hour'`;
  await withClaims(database.owner, { userId }, async (tx) => {
    const { id: sessionId } = await tx
      .insertInto('sessions')
      .values({ userId, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('rememberedBrowsers').values({ userId, sessionId, tokenHash, expiresAt }).execute();
  });
  return { userId, tokenHash, cookie: `${REMEMBERED_COOKIE}=${token}` };
}

test('LOGIN-01 security rule: the prerendered page says the portal’s name and facts as text, never as markup', async () => {
  const name = `<img src=x onerror=alert(1)> "Harbor" & 'Sons' $& __NONCE__`;
  const id = randomUUID();
  await withTenant(database.owner, id, (tx) =>
    tx
      .insertInto('tenants')
      .values({
        id,
        slug: 'markup',
        name,
        supportEmail: 'help@harbor.example',
        supportUrl: 'https://harbor.example',
      })
      .execute(),
  );
  const ofTenant = await startTestApp(database, { webFolder, signInTenantId: id });
  const html = await (await ofTenant.fetch('/login', asPage)).text();
  await ofTenant.close();
  expect(html).toContain(
    '<h1>&lt;img src=x onerror=alert(1)&gt; &quot;Harbor&quot; &amp; &#39;Sons&#39; $&amp; __NONCE__</h1>',
  );
  expect(html).not.toContain('<img');
  expect(html).toContain('&quot;support_email&quot;:&quot;help@harbor.example&quot;');
});

test('OPS-05 a page comes compressed to who can read that', async () => {
  const encodingFor = async (accepted: string) =>
    (await app.fetch('/login', { headers: { ...asPage.headers, 'accept-encoding': accepted } })).headers.get(
      'content-encoding',
    );
  expect(await encodingFor('br, gzip')).toBe('gzip');
  expect(await encodingFor('identity')).toBeNull();
});

test('OPS-05 metrics tell the time per route', async () => {
  await app.fetch('/api/payouts/syndication_sums/1');
  const text = await (await app.fetch('/metrics')).text();
  expect(text).toContain('route="/api/payouts/syndication_sums/:syndication_id",status="401"');
});

test('OPS-05 logs hold what happened and nothing of whom: planted names, passwords and tokens never show', async () => {
  const canary = 'canary-7f3a';
  await app.fetch(
    '/api/non-tenant/oauth/token',
    postJson({ grant_type: 'password', username: `${canary}@x.example`, password: canary }),
  );
  await app.fetch(`/api/getPortalUserProfile/${canary}?token=${canary}`, {
    headers: { authorization: `Bearer ${canary}`, cookie: `__Host-session=${canary}` },
  });
  expect(logged).toContain('"route":"/api/getPortalUserProfile/:user_id"');
  expect(logged).not.toContain(canary);
});
