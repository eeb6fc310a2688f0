import type { Page } from '@playwright/test';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { createBankLink } from '../src/server/testing/bank-links.ts';
import { bankLinkContract } from '../src/shared/contract/bank-link.ts';
import { databaseUrl, HARBOR_CAPITAL, standInOrigin, widgetScript } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

let owner: Database;
test.beforeAll(() => {
  owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 2 });
});
test.afterAll(() => owner.destroy());

const newLink = (options?: Parameters<typeof createBankLink>[2]) =>
  createBankLink(owner, HARBOR_CAPITAL, options);
const connections = (companyId: bigint) =>
  withTenant(owner, HARBOR_CAPITAL, (tx) =>
    tx.selectFrom('bankConnections').select('providerItemId').where('companyId', '=', companyId).execute(),
  );

const widget = (page: Page) => page.getByRole('dialog', { name: 'Bank widget' });
const openButton = (page: Page) => page.getByRole('button', { name: 'Open Link and connect your bank!' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

// The portal's form of the link, and the specification's.
for (const [width, form] of [
  [390, '#'],
  [1440, '?id='],
] as const) {
  test(
    `BANK-01 ROUTE-05 ROUTE-09 without a session the widget opens by itself, and connects a bank, at ${width} px, ${form}`,
    FULL_RUN,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const { companyId, token } = await newLink();
      await page.goto(`/plaid${form}${token}`);
      await expect(widget(page)).toHaveAttribute('data-token', /^link-sandbox-/);
      await expect(page).toHaveURL('/plaid');
      await widget(page).getByRole('button', { name: 'Leave' }).click();
      await expect(widget(page)).toBeHidden();
      await expect(
        page.getByText('We remove the access 30 days after your offer or advance ends.'),
      ).toBeVisible();
      await openButton(page).click();
      const sent = page.waitForRequest(callsOf(bankLinkContract.connectBank));
      await widget(page).getByRole('button', { name: 'Finish' }).click();
      expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['company_plaid_id', 'public_token']);
      await expect(heading(page, 'Your bank is connected')).toBeVisible();
      expect(await connections(companyId)).toHaveLength(1);
      await expectPresentable(page);
    },
  );
}

test.describe('with a link that is good for nothing', FULL_RUN, () => {
  test.use({ expectedComplaints: /the server responded with a status of (404|410)/ });

  test('BANK-01 a link that was used, has expired or leads nowhere says so politely', async ({ page }) => {
    const used = await newLink();
    await page.goto(`/plaid#${used.token}`);
    await widget(page).getByRole('button', { name: 'Finish' }).click();
    await expect(heading(page, 'Your bank is connected')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'This link has been used')).toBeVisible();
    const stale = await newLink({ seconds: -1 });
    await page.goto(`/plaid#${stale.token}`);
    await expect(heading(page, 'This link has expired')).toBeVisible();
    // The tab still knows the last link, and a reload would open it again.
    await page.goto('about:blank');
    for (const address of ['/plaid', '/plaid?id=1', '/plaid#made-up']) {
      await page.goto(address);
      await expect(heading(page, 'This link leads nowhere')).toBeVisible();
    }
    await expectPresentable(page);
  });
});

test.describe('failing', FULL_RUN, () => {
  test.use({
    expectedComplaints: /the server responded with a status of (422|503)|^Failed to load/,
  });

  test('BANK-01 SHELL-04 a connection that fails says so, and the next attempt is made with a new token', async ({
    page,
  }) => {
    const { companyId, token } = await newLink();
    await page.goto(`/plaid#${token}`);
    const first = await widget(page).getAttribute('data-token');
    await widget(page).getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your bank was not connected. You can try again.');
    await page.evaluate(() => Object.assign(window, { publicToken: 'made-up' }));
    await openButton(page).click();
    await widget(page).getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'The connection to the bank was not completed. Please try again.',
    );
    await expectPresentable(page);
    await page.evaluate(() => Object.assign(window, { publicToken: undefined }));
    await openButton(page).click();
    await expect(widget(page)).not.toHaveAttribute('data-token', first ?? '');
    await widget(page).getByRole('button', { name: 'Finish' }).click();
    await expect(heading(page, 'Your bank is connected')).toBeVisible();
    expect(await connections(companyId)).toHaveLength(1);
  });

  test('BANK-01 SHELL-04 a script that something blocks ends in words', async ({ page }) => {
    await page.route(widgetScript, (route) => route.abort());
    const { token } = await newLink();
    await page.goto(`/plaid#${token}`);
    await expect(page.getByRole('alert')).toContainText(
      `Please let this page reach ${new URL(standInOrigin).host}`,
    );
    await expectPresentable(page);
    await page.unroute(widgetScript);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(widget(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('BANK-01 security rule: the provider is let into this page alone', async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path, { headers: { accept: 'text/html' } })).headers()['content-security-policy'];
  expect(await policyOf('/plaid?id=x')).toContain(`script-src 'self' ${standInOrigin}/plaid/;`);
  for (const path of ['/login', '/dashboard', '/offer/1/x', '/plaidish'])
    expect(await policyOf(path)).not.toContain('plaid');
});
