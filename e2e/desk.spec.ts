import { generate } from 'otplib';
import { DEMO_FACTOR } from '../scripts/demo-data/funders/people.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { ADA, DANA, enterCredentials, OWEN, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const board = { name: 'Board', level: 1 } as const;

test('DESK-01 DESK-02 staff sign in with password and second factor, and are led to the desk', async ({
  page,
}) => {
  await page.goto('/login');
  await enterCredentials(page, OWEN);
  await page.getByLabel('Code').fill(await generate({ secret: DEMO_FACTOR }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/desk');
  await expect(page.getByRole('heading', board)).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('Owen Barrett');
  await expect(page.getByRole('complementary')).toContainText('Servicing');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('DESK-04 each side leads to its own beginning, and a reload stays there', FULL_RUN, async ({ page }) => {
  await openAs(page, ADA, '/dashboard');
  await expect(page).toHaveURL('/desk');
  await page.reload();
  await expect(page.getByRole('heading', board)).toBeVisible();
  await page.context().clearCookies();
  await openAs(page, DANA, '/desk');
  await expect(page).toHaveURL('/dashboard');
});

test.describe('without a session', FULL_RUN, () => {
  test.use({ expectedComplaints: /401 \(Unauthorized\)/ });

  test('DESK-04 who is not signed in is asked to, and comes back to the page of the desk', async ({
    page,
  }) => {
    await page.goto('/desk/account');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fdesk%2Faccount/);
    await enterCredentials(page, ADA);
    await page.getByLabel('Code').fill(await generate({ secret: DEMO_FACTOR }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/desk/account');
    await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
});

test('DESK-05 g and a letter lead to a page, and nothing happens while somebody types', async ({ page }) => {
  await openAs(page, ADA, '/desk/account');
  await expect(page.getByRole('link', { name: 'Board' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL('/desk');
});

test('DESK-05 on a phone the navigation is a menu; nothing overflows', FULL_RUN, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, ADA, '/desk');
  await expect(page.getByRole('heading', board)).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: /my account/ }).click();
  await expect(page).toHaveURL('/desk/account');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});
