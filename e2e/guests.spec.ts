import type { Page } from '@playwright/test';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { guestsContract } from '../src/shared/contract/guests.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { setUpApp } from './setup/authenticator-app.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, enterCredentials, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const NEW_PASSWORD = 'quiet harbour lantern 41';
const SUBJECT = 'Your access to the portal of Harbor Capital';
const guests = (page: Page) => page.getByRole('region', { name: 'Guests' });

async function invite(page: Page, email: string, parts: readonly string[]): Promise<string> {
  await guests(page).getByRole('button', { name: 'Invite a guest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a guest' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lee Book');
  await dialog.getByLabel('E-mail').fill(email);
  await expect(dialog.getByRole('textbox', { name: 'Last day of access' })).toHaveValue(/^04\/30\/\d{4}$/);
  for (const part of ['Statements', 'Documents', 'Payouts', 'Deals'])
    await dialog.getByRole('checkbox', { name: part, exact: true }).setChecked(parts.includes(part));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('status').getByText(`The invitation to ${email} is on its way`)).toBeVisible();
  const { text } = await waitForMail(email, SUBJECT);
  expect(text).toContain('as a guest until');
  const [link] = /http\S+reset_password_view\S+/.exec(text) ?? [];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

/** Chooses the password, signs in and sets up the second factor that guests need. */
async function comeIn(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Retype Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await enterCredentials(page, email, NEW_PASSWORD);
  await page.waitForURL('**/dashboard');
  await page.goto('/profile?tab=login');
  await setUpApp(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'I have kept them' }).click();
}

test('GUEST-11 GUEST-12 an investor lets an accountant in to the payouts, who sees them and nothing else, until the investor ends it', async ({
  page,
  browser,
  people,
}) => {
  test.slow();
  const manager = await people.twinOfDana(['manage-guests']);
  const email = `books-${crypto.randomUUID().slice(0, 8)}@ledger.example`;
  await openAs(page, manager, '/profile?tab=guests');
  await expect(guests(page)).toContainText(/No guests|until/);
  const link = await invite(page, email, ['Payouts']);
  await expect(guests(page).getByRole('listitem').filter({ hasText: email })).toContainText('invited');
  await expectPresentable(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  const context = await browser.newContext();
  const guest = await context.newPage();
  await comeIn(guest, link, email);
  await guest.goto('/dashboard');
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Northgate Partners Portfolio');
  await expect(guest.getByText(/You see Northgate Partners as a guest until 04\/30\/\d{4}/)).toBeVisible();
  await expect(guest.getByRole('tab')).toHaveText(['Payouts']);
  await expect(guest.getByText('Total Portfolio Balance')).toHaveCount(0);
  await expect(guest.getByText('Expected payouts')).toHaveCount(0);
  await expectPresentable(guest);
  await guest.setViewportSize({ width: 1280, height: 800 });
  await guest.goto('/cash');
  await expect(guest.getByText('This page is not open to guests')).toBeVisible();
  await guest.goto('/profile');
  await expect(guest.getByRole('tab')).toHaveText(['Login Credentials']);
  await expectAccessible(guest);
  await guest.goto('/dashboard');
  await expect(guest.getByRole('tab')).toHaveText(['Payouts']);

  await page.reload();
  const row = guests(page).getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Last seen');
  await row.getByRole('button', { name: 'End Lee Book' }).click();
  const ended = page.waitForResponse(callsOf(guestsContract.endGuest));
  await page.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click();
  expect((await ended).status()).toBe(200);
  await expect(row).toHaveCount(0);
  await guest.getByRole('link', { name: 'My Profile' }).click();
  await expect(guest.getByRole('alert')).toContainText('your guest access has ended');
  await enterCredentials(guest, email, NEW_PASSWORD);
  await expect(guest.getByRole('alert')).toContainText('Account is closed');
  await context.close();
});

test(
  'GUEST-11 a guest for the deals sees the summary, the tables and a deal without its notes',
  FULL_RUN,
  async ({ page, browser, people }) => {
    test.slow();
    const manager = await people.twinOfDana(['manage-guests']);
    const email = `books-${crypto.randomUUID().slice(0, 8)}@ledger.example`;
    await openAs(page, manager, '/profile?tab=guests');
    const link = await invite(page, email, ['Deals']);
    const context = await browser.newContext();
    const guest = await context.newPage();
    await comeIn(guest, link, email);
    await guest.goto('/dashboard');
    await expect(guest.getByText('Total Portfolio Balance').first()).toBeVisible();
    await expect(guest.getByRole('tab', { name: 'Payouts' })).toHaveCount(0);
    await expect(guest.getByRole('tab', { name: 'Insights' })).toHaveCount(0);
    await expectPresentable(guest);
    await guest.setViewportSize({ width: 1280, height: 800 });
    await guest.locator('a[href^="/deal/"]').first().click();
    await expect(guest.getByRole('heading', { name: 'Payouts' })).toBeVisible();
    await expect(guest.getByText('Notes', { exact: true })).toHaveCount(0);
    await expect(guest.getByRole('button', { name: /Schedule A/ })).toHaveCount(0);
    await expectAccessible(guest);
    await context.close();
  },
);

test('GUEST-12 who does not look after guests has no tab for them', FULL_RUN, async ({ page, people }) => {
  await openAs(page, await people.twinOfDana(), '/profile?tab=guests');
  await expect(page.getByRole('tab')).toHaveText([
    'Contact & Email',
    'Notifications',
    'Login Credentials',
    'Bank Account',
  ]);
});
