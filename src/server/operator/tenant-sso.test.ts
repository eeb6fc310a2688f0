import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSignOn } from '../identity/single-sign-on.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createOpenIdClient } from '../platform/integrations/openid.ts';
import { isProduction } from '../platform/settings/env.ts';
import { setSingleSignOn } from '../tenant-settings/single-sign-on.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createTenant } from '../testing/factories.ts';
import { proveDomains } from '../testing/sign-on.ts';
import { ENCRYPTION_KEY } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const SECRET = 'the-secret-of-a-client';
const ISSUER = 'https://sign-in.harbor.example/v2.0';
const KEY = { ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64') };

let database: TestDatabase;
let tenantId: string;
let secretFile: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner, { name: 'Harbor Capital', slug: 'harbor' });
  await createTenant(database.owner, { name: 'Summit', slug: 'summit' });
  secretFile = join(await mkdtemp(join(tmpdir(), 'sso-')), 'secret');
  await writeFile(secretFile, `${SECRET}\n`);
});
afterAll(() => database.drop());

const portal = (...args: string[]) => commandLineOn(database, KEY)('tenant', 'sso', ...args);

const setUp = (slug: string, domains: string, issuer = ISSUER) =>
  portal(
    slug,
    ...['--issuer', issuer, '--client-id', 'portal', '--client-secret-file', secretFile],
    ...['--domains', domains],
  );

test('DESK-16 the operator sets single sign-on up, changes it and takes it away, and the trail has old and new', async () => {
  expect((await portal('harbor')).stdout).toBe('Single sign-on is off.\n');
  const { stdout } = await setUp('harbor', 'Harbor.example, harbor-capital.example');
  expect(stdout.split('\n').slice(0, 7)).toEqual([
    `issuer\t${ISSUER}`,
    'clientId\tportal',
    'domains\tharbor.example, harbor-capital.example',
    'required\toff',
    'register there\thttps://portal.example/api/non-tenant/sso/callback/harbor',
    'not verified\tharbor.example',
    expect.stringMatching(
      /^add to its DNS\t_syndicate-portal\.harbor\.example TXT "syndicate-portal=[\w-]{43}"$/,
    ),
  ]);
  expect((await portal('harbor', '--check-domains', '--required', 'on')).code).not.toBe(0);
  const encryption = createEncryption({ key: ENCRYPTION_KEY });
  const kept = await withTenant(database.db, tenantId, (tx) => readSignOn(tx, encryption, tenantId));
  expect(kept?.clientSecret).toBe(SECRET);

  await portal('harbor', '--required', 'on', '--domains', 'harbor.example');
  expect((await portal('harbor', '--off')).code).toBe(0);
  expect((await portal('harbor')).stdout).toBe('Single sign-on is off.\n');
  const trail = await trailOf(database, tenantId, 'single sign-on');
  expect(trail.map(({ details }) => details)).toEqual([
    expect.objectContaining({
      oldIssuer: '',
      newIssuer: ISSUER,
      newDomains: 'harbor-capital.example, harbor.example',
      newSecret: true,
      operator: expect.stringMatching(/^command line: ./),
    }),
    expect.objectContaining({
      oldDomains: 'harbor-capital.example, harbor.example',
      newDomains: 'harbor.example',
      oldIsRequired: false,
      newIsRequired: true,
    }),
    expect.objectContaining({ oldIssuer: ISSUER, newIssuer: '', oldIsRequired: true, newIsRequired: false }),
  ]);
  expect(JSON.stringify(trail)).not.toContain(SECRET);
});

test('DESK-16 what is missing, unsafe or taken by another tenant is refused in words', async () => {
  const said = async (answer: ReturnType<typeof portal>) => {
    const { code, stderr } = await answer;
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await said(portal('summit', '--issuer', ISSUER))).toContain(
    'give its issuer, the client id and secret',
  );
  const settings = ['--issuer', ISSUER, '--client-id', 'portal', '--domains', 'summit.example'];
  await writeFile(`${secretFile}.env`, 'ENCRYPTION_KEY=secret\nPASSWORD_PEPPER=secret\n');
  expect(await said(portal('summit', ...settings, '--client-secret-file', `${secretFile}.env`))).toContain(
    'The client secret is one line without blanks',
  );
  expect(await said(setUp('summit', 'not a domain'))).toContain('Domains are written as');
  for (const issuer of ['http://sign-in.example', 'ftp://sign-in.example', 'sign-in', `${ISSUER}?a=b`])
    expect(await said(setUp('summit', 'summit.example', issuer))).toContain('begins with https://');
  await setUp('harbor', 'harbor.example');
  await withTenant(database.owner, tenantId, (tx) => proveDomains(tx, tenantId));
  expect(await said(setUp('summit', 'summit.example,harbor.example'))).toContain(
    'Another tenant signs in with addresses of harbor.example.',
  );
});

test('DESK-16 production takes no provider without TLS, on whichever machine', async () => {
  const encryption = createEncryption({ key: ENCRYPTION_KEY });
  const set = (mayBeLocal: boolean) =>
    withTenant(database.db, tenantId, (tx) =>
      setSingleSignOn(
        tx,
        { tenantId, encryption, mayBeLocal, operator: { via: 'command line', name: 'test' } },
        {
          issuer: 'http://127.0.0.1:3999',
          clientId: 'portal',
          clientSecret: SECRET,
          domains: ['harbor.example'],
        },
      ),
    );
  expect(isProduction({ NODE_ENV: 'production' })).toBe(true);
  await expect(set(false)).rejects.toMatchObject({ code: 'setting_invalid' });
  expect((await set(true)).issuer).toBe('http://127.0.0.1:3999');
  const settings = { issuer: 'http://127.0.0.1:9', clientId: 'portal', clientSecret: SECRET };
  const asked = createOpenIdClient({ mayBeLocal: false }).signInAddress(
    settings,
    { state: 's', nonce: 'n', codeVerifier: 'v', asksAgain: false },
    'https://portal.example',
  );
  await expect(asked).rejects.toMatchObject({ code: 'OAUTH_HTTP_REQUEST_FORBIDDEN' });
});
