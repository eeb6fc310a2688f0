import type { Page } from '@playwright/test';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { proveDomains } from '../src/server/testing/sign-on.ts';
import { deskAuditContract } from '../src/shared/contract/desk-audit.ts';
import { deskSettingsContract } from '../src/shared/contract/desk-settings.ts';
import { deskTokensContract } from '../src/shared/contract/desk-tokens.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { createFunderWithDesk } from './setup/funder-with-desk.ts';
import { pressEnter } from './setup/hands.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

let funder: Awaited<ReturnType<typeof createFunderWithDesk>>;
test.beforeEach(async () => {
  funder = await createFunderWithDesk('Seaside Funding');
});
test.afterEach(() => funder.close());

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const waiting = (page: Page) => section(page, 'Waiting for a second person');

test('DESK-90 by keyboard: a section is saved, and says who changed it last', FULL_RUN, async ({ page }) => {
  await openAs(page, funder.mina, '/desk');
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const contact = section(page, 'Contact');
  const field = contact.getByRole('textbox', { name: 'Accounting e-mail' });
  await field.focus();
  await page.keyboard.type('money@seaside.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(contact.getByText(/^Changed by Mina Orr/)).toHaveCount(1);
  await expect(contact.getByRole('button', { name: 'Save' })).toBeDisabled();
  const money = section(page, 'Recovery by status');
  await money.getByRole('spinbutton', { name: /^Default/ }).fill('10');
  await money.getByRole('button', { name: 'Save' }).click();
  await section(page, 'Promises of the board')
    .getByRole('combobox', { name: /^Invites unanswered/ })
    .selectOption('48 hours');
  await section(page, 'Promises of the board').getByRole('button', { name: 'Save' }).click();
  await expect(section(page, 'Promises of the board').getByText(/^Changed by Mina Orr/)).toBeVisible();
  await expectPresentable(page);
  const kept = await withTenant(funder.owner, funder.tenantId, (tx) =>
    tx
      .selectFrom('tenants')
      .select(['recovery', 'queuePromises', 'accountingEmail'])
      .executeTakeFirstOrThrow(),
  );
  expect(kept).toEqual({
    recovery: 'Default 10',
    queuePromises: 'invites 48',
    accountingEmail: 'money@seaside.example',
  });
});

test('DESK-97 name and color are seen before they are saved, and a color that nobody could read is not', async ({
  page,
}) => {
  await openAs(page, funder.mina, '/desk/settings');
  const brand = section(page, 'Name and color');
  const preview = brand.getByRole('img', { name: /^Preview/ });
  await brand.getByRole('textbox', { name: 'Name of the portal' }).fill('Seaside & Sons');
  await brand.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#1f4e8c');
  await expect(preview).toContainText('Seaside & Sons');
  const button = preview.getByText('Sign in').first();
  await expect(button).toHaveCSS('background-color', 'rgb(31, 78, 140)');
  await brand.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#ffd400');
  await expect(brand.getByText(/and 4\.5 is needed/)).toBeVisible();
  await brand.getByRole('textbox', { name: 'Brand color', exact: true }).fill('#1f4e8c');
  await brand.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(brand.getByText(/^Changed by Mina Orr/)).toBeVisible();
});

test('DESK-92 making a protection weaker waits for somebody else, who approves it', async ({
  page,
  browser,
}) => {
  await openAs(page, funder.mina, '/desk/settings');
  const protections = section(page, 'Protections');
  await expect(protections.getByText(/Leo Park can approve it\./).first()).toBeVisible();
  await protections.getByRole('spinbutton', { name: /^Waiting period/ }).fill('24');
  await expect(protections.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await protections.getByRole('button', { name: 'Ask a second person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a protection weaker' });
  await dialog.getByLabel('Why').fill('Two banks need it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(waiting(page).getByText(/Can be decided by Leo Park; told /)).toBeVisible();
  await expectPresentable(page);

  const second = await (await browser.newContext()).newPage();
  await openAs(second, funder.leo, '/desk/settings');
  await waiting(second).getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  const period = section(second, 'Protections').getByRole('spinbutton', { name: /^Waiting period/ });
  await expect(period).toHaveValue('24');
  await expect(section(second, 'Protections').getByText(/^Changed by Leo Park/)).toBeVisible();
  // Longer again is one person's.
  await period.fill('48');
  await section(second, 'Protections').getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Saved', { exact: true })).toBeVisible();
  await second.close();
});

test.describe('with refusals', FULL_RUN, () => {
  test.use({ expectedComplaints: /responded with a status of 409/ });

  test('DESK-91 what somebody else has saved meanwhile is shown beside what was typed, and nothing is lost', async ({
    page,
    browser,
  }) => {
    await openAs(page, funder.mina, '/desk/settings');
    const support = (of: Page) => section(of, 'Contact').getByRole('textbox', { name: 'Support e-mail' });
    await support(page).fill('mina@seaside.example');
    const second = await (await browser.newContext()).newPage();
    await openAs(second, funder.leo, '/desk/settings');
    await support(second).fill('leo@seaside.example');
    await section(second, 'Contact').getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('Saved', { exact: true })).toBeVisible();
    await second.close();

    const contact = section(page, 'Contact');
    await contact.getByRole('button', { name: 'Save' }).click();
    await expect(contact.getByRole('alert')).toContainText('Leo Park has set it to “leo@seaside.example”');
    await expect(support(page)).toHaveValue('mina@seaside.example');
    await expectPresentable(page);
    await contact.getByRole('button', { name: 'Keep mine' }).click();
    await contact.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(support(page)).toHaveValue('mina@seaside.example');
  });

  test('DESK-93 DESK-94 DESK-161 a provider is named, its domain verified, and it is called once approved', async ({
    page,
  }) => {
    await openAs(page, funder.mina, '/desk/settings');
    const sso = section(page, 'Single sign-on of staff');
    await expect(sso.getByText('Off', { exact: true })).toBeVisible();
    await sso.getByRole('textbox', { name: 'Issuer' }).fill('http://127.0.0.1:9');
    await sso.getByRole('textbox', { name: 'Client id' }).fill('portal');
    await sso.getByLabel('Client secret').fill('a-secret-that-is-never-shown');
    await sso.getByRole('textbox', { name: 'Domains' }).fill('seaside.example');
    await sso.getByRole('button', { name: 'Name the provider' }).click();
    await page.getByLabel('Why').fill('Our own provider');
    await page.getByRole('button', { name: 'Ask a second person' }).click();
    await expect(sso.getByText('Waits for a second person')).toBeVisible();
    await expect(waiting(page)).toContainText('Let staff sign in at http://127.0.0.1:9');
    await expect(sso.getByLabel('Client secret')).toHaveValue('');
    await expect(sso.getByText('Not verified', { exact: true })).toBeVisible();
    await expect(sso.getByText('_syndicate-portal.seaside.example', { exact: true })).toBeVisible();
    await sso.getByRole('button', { name: 'Check domain' }).click();
    const answer = sso
      .getByRole('alert')
      .filter({ hasText: /has no TXT record yet|No name server answered/ });
    await expect(answer).toBeVisible({ timeout: 20_000 });
    await expectPresentable(page);
    // Nothing is called at an address that one person alone has named.
    await expect(sso.getByRole('button', { name: 'Check the provider' })).toHaveCount(0);
    await withTenant(funder.owner, funder.tenantId, async (tx) => {
      await tx.updateTable('singleSignOn').set({ isApproved: true }).execute();
      await proveDomains(tx, funder.tenantId);
    });
    await page.reload();
    await expect(sso.getByText('Verified', { exact: true })).toBeVisible();
    await sso.getByRole('button', { name: 'Check the provider' }).click();
    await expect(sso.getByRole('alert').filter({ hasText: 'did not answer' })).toBeVisible();
    await expect(sso.getByRole('button', { name: 'Require it' })).toBeDisabled();
    await expectPresentable(page);
    await sso.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(sso.getByText('Off', { exact: true })).toBeVisible();
  });
});

test(
  'DESK-95 DESK-96 a token is shown once and copied; one that can change money waits; it is revoked with a reason',
  FULL_RUN,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write']);
    await openAs(page, funder.mina, '/desk/settings/tokens');
    await expect(page.getByText('No service token yet')).toBeVisible();
    await expectPresentable(page);
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New service token' });
    await dialog.getByLabel('Which system it is for').fill('Reporting');
    await dialog.getByRole('checkbox', { name: /^book:/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'The token' });
    const token = await shown.getByText(/^portal_[\w-]{64}$/).innerText();
    await expectAccessible(page);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    await pressEnter(shown.getByRole('button', { name: 'I have kept it' }));
    const list = page.getByRole('list', { name: 'Service tokens' });
    await expect(list.getByText(/^Issued by Mina Orr/)).toBeVisible();
    await expect(page.getByText(token)).toHaveCount(0);

    await page.getByRole('button', { name: 'New token' }).click();
    await dialog.getByLabel('Which system it is for').fill('Payments');
    await dialog.getByRole('checkbox', { name: /^post:/ }).check();
    await dialog.getByLabel('Why').fill('Posts the day');
    await dialog.getByRole('button', { name: 'Issue and ask' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await expect(list.getByText('Waits for a second person')).toBeVisible();
    await expect(waiting(page)).toContainText('Let the service token “Payments” work for 90 days');
    await expectPresentable(page);

    await list.getByRole('button', { name: 'Revoke Reporting' }).click();
    await page.getByLabel('Why').fill('No longer used');
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
    await expect(list.getByText('Revoked', { exact: true })).toBeVisible();
  },
);

test(
  'DESK-98 the audit page says when the trail was checked, and what came of it',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, funder.mina, '/desk/audit');
    await expect(page.getByText('The trail was not checked yet. It is checked every night.')).toBeVisible();
    const note = (trailBrokenFrom: bigint | null) =>
      withTenant(funder.owner, funder.tenantId, (tx) =>
        tx.updateTable('tenants').set({ trailCheckedAt: new Date(), trailBrokenFrom }).execute(),
      );
    await note(null);
    await page.reload();
    await expect(page.getByText(/^Checked .*: no event was changed or removed\.$/)).toBeVisible();
    await note(7n);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('event 7 was changed or removed');
    await expectPresentable(page);
  },
);

test('DESK-90 who may not change settings is not led there', FULL_RUN, async ({ page }) => {
  await openAs(page, OWEN, '/desk');
  await expect(page.getByRole('link', { name: 'People', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0);
});

test.describe('in other states', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-90 DESK-95 DESK-98 not loaded, and then loaded', async ({ page }) => {
    const calls = [deskSettingsContract.settings, deskTokensContract.tokens, deskAuditContract.trailCheck];
    for (const endpoint of calls)
      await page.route(callsOf(endpoint), (route) => route.fulfill(FAILURE), { times: 3 });
    await openAs(page, funder.mina, '/desk/settings');
    await expect(page.getByText('The settings did not load')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(callsOf(deskSettingsContract.settings));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(section(page, 'Protections')).toBeVisible();
    await page.goto('/desk/settings/tokens');
    await expect(page.getByText('The service tokens did not load')).toBeVisible();
    await page.goto('/desk/audit');
    await expect(page.getByText('Whether the trail is unchanged did not load.')).toBeVisible();
  });

  test('DESK-90 very long names fit', async ({ page }) => {
    await lengthenAnswers(page);
    await openAs(page, funder.mina, '/desk/settings');
    await expect(section(page, 'Protections')).toBeVisible();
    await expectPresentable(page);
  });
});

const FAILURE = {
  status: 500,
  json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
};
