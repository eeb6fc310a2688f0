import type { Page } from '@playwright/test';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { addAuthenticator } from './setup/authenticator.ts';
import { setUpApp } from './setup/authenticator-app.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { newPerson } from './setup/new-person.ts';
import { callsOf, dumpStorage, openAs, PASSWORD } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });
const factors = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your recovery codes' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function givePassword(page: Page, button: string, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: button }).click();
}

test(
  'LOGIN-16 the sessions are listed; one is ended, then all others, and those devices are signed out',
  FULL_RUN,
  async ({ page, browser }) => {
    test.slow();
    const person = await newPerson();
    const devices: Page[] = [];
    for (const userAgent of [
      'Mozilla/5.0 (iPhone) Safari/604.1',
      'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    ]) {
      const context = await browser.newContext({ userAgent });
      const device = await context.newPage();
      await openAs(device, person);
      devices.push(device);
    }
    const [phone, desktop] = devices;
    await openAs(page, person, '/profile?tab=login');
    await expect(sessions(page).getByRole('listitem')).toHaveCount(3);
    const first = sessions(page).getByRole('listitem').first();
    await expect(first).toContainText('this device');
    await expect(first).toContainText(/Started .* · Last active just now/);
    await expectAccessible(page);

    await sessions(page)
      .getByRole('button', { name: /End Safari on iPhone/ })
      .click();
    await expectAccessible(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill('not this one');
    await dialog.getByRole('button', { name: 'End session' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByRole('status').getByText('Safari on iPhone is signed out')).toBeVisible();
    await expect(sessions(page).getByRole('listitem')).toHaveCount(2);
    await phone?.reload();
    await expect(phone?.getByRole('heading', { level: 1 }) ?? title(page)).toHaveText('Syndicate Login');

    await sessions(page).getByRole('button', { name: 'End all others' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
    await desktop?.reload();
    await expect(desktop?.getByRole('heading', { level: 1 }) ?? title(page)).toHaveText('Syndicate Login');
    for (const device of devices) await device.context().close();
  },
);

test('LOGIN-15 an authenticator app is set up with the password and a code, and recovery codes are shown once', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await openAs(page, await newPerson(), '/profile?tab=login');
  await factors(page).getByRole('button', { name: 'Set up app' }).click();
  await givePassword(page, 'Continue', 'not the password');
  await expect(page.getByRole('dialog').getByText('Your password is wrong')).toBeVisible();
  await page.keyboard.press('Escape');
  const secret = await setUpApp(page);
  const codes = await codesDialog(page).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.keyboard.press('Escape');
  await expect(codesDialog(page)).toBeVisible();
  await expectAccessible(page);
  // The portal's pages may write to the clipboard, and not read it.
  await page.evaluate(() => {
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) => {
      document.body.dataset['copied'] = text;
      return write(text);
    };
  });
  await codesDialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset['copied'])).toBe(codes.join('\n'));
  const kept = JSON.stringify(await dumpStorage(page));
  for (const word of [...codes, secret, secret.replaceAll(' ', ''), PASSWORD])
    expect(kept).not.toContain(word);
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(factors(page)).toContainText('10 codes left');
  await expect(page.getByText(codes[0] ?? '')).toBeHidden();

  await factors(page).getByRole('button', { name: 'New codes' }).click();
  await givePassword(page, 'Make new codes');
  const newer = await codesDialog(page).getByRole('listitem').allInnerTexts();
  expect(newer.some((code) => codes.includes(code))).toBe(false);
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();

  await factors(page).getByRole('button', { name: 'Remove app' }).click();
  await givePassword(page, 'Remove');
  await expect(factors(page).getByRole('button', { name: 'Set up app' })).toBeVisible();
});

test('LOGIN-15 a wrong code turns nothing on and can be tried again', FULL_RUN, async ({ page }) => {
  await openAs(page, await newPerson(), '/profile?tab=login');
  await factors(page).getByRole('button', { name: 'Set up app' }).click();
  await givePassword(page, 'Continue');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Code').fill('abcdef');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('That did not match. Please try again.')).toBeVisible();
  await expectAccessible(page);
});

test('LOGIN-15 a passkey is added with a name, listed and removed', FULL_RUN, async ({ page }) => {
  await addAuthenticator(page);
  await openAs(page, await newPerson(), '/profile?tab=login');
  await factors(page).getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await givePassword(page, 'Continue');
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
  await expect(factors(page).getByRole('listitem')).toContainText('Work laptop');
  await expectAccessible(page);

  await factors(page).getByRole('button', { name: 'Add passkey' }).click();
  await givePassword(page, 'Continue');
  await expect(page.getByRole('dialog').getByText('has a passkey for your account already')).toBeVisible();
  await page.keyboard.press('Escape');

  await factors(page).getByRole('button', { name: 'Remove Work laptop' }).click();
  await givePassword(page, 'Remove');
  await expect(factors(page).getByRole('listitem')).toHaveCount(0);
});

test(
  'LOGIN-15 where the funder requires a second factor the dashboard leads to My Profile, and opens once there is one',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await newPerson();
    const funder = await people.joinFunder(email, 'Summit Funding');
    await people.leaveFunder(email, HARBOR_CAPITAL);
    await people.requireSecondFactor(funder);
    const refused = page.waitForResponse(callsOf(portfolioContract.portfolioTotals));
    await openAs(page, email);
    expect((await refused).status()).toBe(403);
    await expect(page.getByText('Please set up a second factor first')).toBeVisible();
    await expectPresentable(page);
    await page.getByRole('link', { name: 'Go to My Profile' }).click();
    await expect(factors(page)).toContainText('Your funder requires a second factor. Set one up to go on.');
    await expect(sessions(page)).toContainText('Your sessions are listed once a second factor is set up.');
    await setUpApp(page);
    await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click();
    await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByText('No deals yet')).toBeVisible();
  },
);

test(
  'LOGIN-12 SHELL-05 My Profile keeps nothing secret and fits every window',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, await newPerson(), '/profile?tab=login');
    await expect(sessions(page).getByRole('listitem')).toHaveCount(1);
    await expectPresentable(page);
  },
);
