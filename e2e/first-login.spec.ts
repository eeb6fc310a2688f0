import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { newPerson } from './setup/new-person.ts';
import { callsOf, figure, openAs, PASSWORD } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const dialog = (page: Page) =>
  page.getByRole('dialog', { name: 'First Login & Password Change', exact: true });
const NEW_PASSWORD = 'Quiet-harbour-lights-7';

async function changePassword(page: Page): Promise<void> {
  await dialog(page).getByLabel('Old Password').fill(PASSWORD);
  await dialog(page).getByLabel('New Password').fill(NEW_PASSWORD);
  await dialog(page).getByLabel('Confirm Password').fill(NEW_PASSWORD);
  await dialog(page).getByRole('button', { name: 'Change password' }).click();
}

test('LOGIN-14 PWD-01 the dialog opens by itself, cannot be dismissed, and the dashboard loads after the change', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (callsOf(portfolioContract.portfolioTotals).test(request.url())) asked.push(request.url());
  });
  await openAs(page, await newPerson({ mustChangePassword: true }));
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeHidden();
  expect(asked).toEqual([]);
  await changePassword(page);
  await expect(
    page.getByRole('status').getByText('Password Changed Successfully', { exact: true }),
  ).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(figure(page, 'Total Portfolio Balance')).toBeVisible();
  await page.reload();
  await expect(figure(page, 'Total Portfolio Balance')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
});

test('LOGIN-14 SHELL-02 the server hears that somebody is there while the dialog is open', async ({
  page,
}) => {
  const report = page.waitForResponse(callsOf(authContract.reportActivity));
  await openAs(page, await newPerson({ mustChangePassword: true }));
  await expect(dialog(page)).toBeVisible();
  expect((await report).status()).toBe(200);
});

test('LOGIN-14 the way out is open: the dialog lets one sign out', FULL_RUN, async ({ page }) => {
  await openAs(page, await newPerson({ mustChangePassword: true }));
  await dialog(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test.describe('with what the browser keeps edited', FULL_RUN, () => {
  test.use({ expectedComplaints: /^Failed to load resource/ });

  test('LOGIN-14 the server gives nothing before the change, and the dialog comes back', async ({ page }) => {
    await openAs(page, await newPerson({ mustChangePassword: true }));
    await expect(dialog(page)).toBeVisible();
    await page.evaluate(() => window.localStorage.clear());
    await page.reload();
    await expect(dialog(page)).toBeVisible();
    // A page with a forged state sends its requests, is refused and shows the dialog instead of an error.
    await withoutFirstAnswers(page);
    await page.route('**/oauth/token', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), first_login: false } });
    });
    const refused = page.waitForResponse((response) => response.status() === 403);
    await page.reload();
    await refused;
    await expect(dialog(page)).toBeVisible();
    await expect(page.getByText('did not load')).toBeHidden();
  });

  test('LOGIN-14 a change in one tab lets the other go on', FULL_RUN, async ({ page, context }) => {
    await openAs(page, await newPerson({ mustChangePassword: true }));
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(dialog(other)).toBeVisible();
    await changePassword(page);
    await expect(dialog(other)).toBeHidden();
    await expect(figure(other, 'Total Portfolio Balance')).toBeVisible();
  });
});
