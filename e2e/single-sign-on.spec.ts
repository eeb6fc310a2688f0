import { generate } from 'otplib';
import { redirectUriOf } from '../src/server/identity/single-sign-on.ts';
import { newTotpSecret, totpPlace } from '../src/server/identity/totp.ts';
import { createEncryption } from '../src/server/platform/crypto/encryption.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { withClaims, withTenant } from '../src/server/platform/db/transactions.ts';
import { readEncryptionKeys } from '../src/server/platform/settings/env.ts';
import { setSingleSignOn } from '../src/server/tenant-settings/single-sign-on.ts';
import { createMembership, createTenant, createUser } from '../src/server/testing/factories.ts';
import { CLIENT, startOpenIdProvider, type TestProvider } from '../src/server/testing/openid-provider.ts';
import { proveDomains } from '../src/server/testing/sign-on.ts';
import { permissionsOfRole } from '../src/shared/domain/roles.ts';
import { SIGN_ON_FAILURES } from '../src/shared/domain/sign-on-failures.ts';
import { databaseUrl, origin } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { loginName, sessionCookie } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, REFUSED, test } from './setup/test.ts';

// One funder for all, so that its sign-in page is another for one file of tests alone.
test.describe.configure({ mode: 'serial' });
test.use({ expectedComplaints: REFUSED });

const DOMAIN = 'staff-of-e2e.example';
const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });
const encryption = createEncryption(readEncryptionKeys());
let provider: TestProvider;
let tenantId: string;

test.beforeAll(async () => {
  const slug = `seaside-${Date.now()}`;
  provider = await startOpenIdProvider(redirectUriOf(origin, slug));
  tenantId = await createTenant(owner, { name: 'Seaside Funding', slug });
  await withTenant(owner, tenantId, async (tx) => {
    await setSingleSignOn(
      tx,
      { tenantId, encryption, mayBeLocal: true, operator: { via: 'command line', name: 'e2e' } },
      { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, domains: [DOMAIN] },
    );
    await proveDomains(tx, tenantId);
  });
});

test.afterAll(async () => {
  await withTenant(owner, tenantId, (tx) =>
    tx.deleteFrom('singleSignOn').where('tenantId', '=', tenantId).execute(),
  );
  await owner.destroy();
  await provider.close();
});

async function addStaff(name: string): Promise<bigint> {
  const email = `${name}@${DOMAIN}`;
  const userId = await createUser(owner, { email, loginName: `${name}-${Date.now()}` });
  const permissions = permissionsOfRole('servicing');
  await withTenant(owner, tenantId, (tx) =>
    createMembership(tx, tenantId, userId, { role: 'servicing', permissions }),
  );
  provider.account = { email, isVerified: true, methods: ['pwd', 'otp'], shownSecondsAgo: 0 };
  return userId;
}

test('DESK-10 an address of the company leads to its sign-in, and from there to the desk', async ({
  page,
  context,
}) => {
  await addStaff('ana');
  await page.goto('/login');
  const link = page.getByRole('link', { name: 'Continue with single sign-on' });
  await loginName(page).fill('dana@northgate.example');
  await expect(link).toHaveCount(0);
  await loginName(page).fill(`Ana@${DOMAIN}`);
  await expect(link).toBeVisible();
  await expectPresentable(page);
  await page.keyboard.press('Tab');
  await link.press('Enter');
  await expect(page).toHaveURL('/desk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Board');
  expect(await sessionCookie(context)).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
});

test(
  'DESK-13 who has shown no second factor there is asked for their own here',
  FULL_RUN,
  async ({ page }) => {
    const userId = await addStaff('ben');
    const secret = newTotpSecret();
    const { cipher: secretCipher, keyId } = encryption.seal(secret, totpPlace('user_totp', userId));
    await withClaims(owner, { userId }, (tx) =>
      tx.insertInto('userTotp').values({ userId, secretCipher, keyId, lastUsedStep: 0n }).execute(),
    );
    provider.account.methods = ['pwd'];
    await page.goto(`/login?user_email=ben@${DOMAIN}`);
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it’s you');
    // The challenge is not left in the address.
    await expect(page).toHaveURL('/login');
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/desk');
  },
);

test('DESK-11 DESK-15 who was not invited reads so on the sign-in page', FULL_RUN, async ({ page }) => {
  provider.account = { email: `nobody@${DOMAIN}`, isVerified: true, methods: ['mfa'], shownSecondsAgo: 0 };
  await page.goto('/login');
  await loginName(page).fill(`nobody@${DOMAIN}`);
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByRole('alert')).toHaveText(SIGN_ON_FAILURES.sso_not_invited);
  await expect(page).toHaveURL('/login');
  await expectPresentable(page);
});
