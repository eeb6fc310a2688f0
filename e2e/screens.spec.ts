import type { Page } from '@playwright/test';
import { payoutsContract } from '../src/shared/contract/payouts.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { FULL_RUN, fullRunUnless } from './setup/full-run.ts';
import {
  callsOf,
  DANA,
  EMPTY_BOOK,
  enterCredentials,
  openAs,
  PASSWORD,
  signInButton,
} from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const strip = (page: Page) => page.getByRole('region', { name: 'Portfolio summary' });

/** Every screen in each of its states. */
const SCREENS = {
  'sign-in': (page: Page) => page.goto('/login'),
  'sign-in, fields empty': async (page: Page) => {
    await page.goto('/login');
    await signInButton(page).click();
  },
  'sign-in, refused': async (page: Page) => {
    await page.goto('/login');
    await enterCredentials(page, DANA, 'not the password');
    await page.getByRole('alert').getByText('incorrect').waitFor();
  },
  'dashboard, simple': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?view=simple');
    await page.getByRole('button', { name: 'About Net Investment' }).hover();
    await page.getByRole('tooltip').waitFor();
  },
  'dashboard, detailed': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?view=detailed');
    await page.getByRole('button', { name: 'About Latest Payout' }).waitFor();
    await page.getByText(/^1–25 of/).waitFor();
  },
  'dashboard, syndicated deals with an open row': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?view=deals');
    const row = page.locator('tbody[data-index="2"]');
    await row.getByRole('button', { name: /^Details of/ }).click();
    await row.getByRole('row', { name: /^Total/ }).waitFor();
  },
  'cash account, more asked for than is available': async (page: Page) => {
    await openAs(page, DANA, '/cash');
    await page.getByText('Balance carried over').waitFor();
    const open = page.getByRole('button', { name: 'Request a withdrawal' });
    if (await open.isVisible()) await open.click();
    await page.getByRole('textbox', { name: 'Amount' }).fill('99,000,000');
    await page.getByText('The most that you can withdraw').waitFor();
  },
  'dashboard, all of the simple view': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?length=all');
    await page.getByText('1–249 of 249').waitFor();
  },
  'dashboard, nothing matches': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?view=detailed&search=nobody');
    await page.getByText('No deals match').waitFor();
  },
  'dashboard, payouts': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?view=payouts');
    await page.getByRole('row', { name: /^Total/ }).waitFor();
    await page.getByRole('group', { name: /^Net payouts/ }).waitFor();
  },
  'dashboard, payouts of a date': async (page: Page) => {
    await openAs(page, DANA, '/dashboard?view=payouts&payDate=2026-11-12');
    await page.getByRole('row', { name: /^Total/ }).waitFor();
  },
  'dashboard, payouts loading': async (page: Page) => {
    await page.route(callsOf(payoutsContract.payDates), () => undefined);
    await openAs(page, DANA, '/dashboard?view=payouts');
    await page.getByText('Pay dates', { exact: true }).waitFor();
  },
  'dashboard, no payouts yet': async (page: Page) => {
    await openAs(page, EMPTY_BOOK, '/dashboard?view=payouts');
    await page.getByText('No payouts yet').last().waitFor();
  },
  'dashboard, empty': async (page: Page) => {
    await openAs(page, EMPTY_BOOK);
    await page.getByText('No deals yet').waitFor();
  },
  'dashboard, loading': async (page: Page) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(portfolioContract.portfolioTotals), () => undefined);
    await page.route(callsOf(portfolioContract.participations), () => undefined);
    await openAs(page, DANA);
    await page.getByRole('table', { name: 'Deals' }).waitFor();
    await strip(page).waitFor();
  },
  'dashboard, failing': async (page: Page) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(portfolioContract.portfolioTotals), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await page.route(callsOf(portfolioContract.participations), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA);
    await page.getByText('The deals did not load').waitFor();
  },
  profile: async (page: Page) => {
    await openAs(page, DANA, '/profile');
    await page.getByRole('main').getByText(DANA).first().waitFor();
  },
  'not found': (page: Page) => page.goto('/no/such/page'),
};

/** One of each kind: without a session, with figures, with a table, with a form. */
const IN_CI = new Set(['sign-in', 'dashboard, simple', 'dashboard, payouts', 'profile']);

for (const [screen, open] of Object.entries(SCREENS)) {
  test(
    `SHELL-05 LOGIN-12 ${screen}: accessible in light and dark, fits every window, keeps nothing secret`,
    fullRunUnless(IN_CI.has(screen)),
    async ({ page }) => {
      await open(page);
      // The skeleton has no heading until the page has loaded.
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectPresentable(page);
    },
  );
}

test('ROUTE-08 an unknown path says so and has a way home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expect(page).toHaveTitle('Page not found · Syndicate Portal');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL('/login');
});

test(
  'SHELL-05 the colour scheme can be chosen, is there before the app starts and outlives a reload',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await page.getByRole('button', { name: 'Appearance: Like the system' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.route('**/assets/*.js', () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  },
);

test.describe('narrow', FULL_RUN, () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('SHELL-05 ROUTE-04 on a phone the links and Logout are in a menu', async ({ page }) => {
    await openAs(page, DANA);
    await expect(page.getByRole('link', { name: 'My Profile' })).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'My Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
  });
});

test(
  'SHELL-05 the keyboard alone gets through sign-in, past the top bar and out again',
  FULL_RUN,
  async ({ page }) => {
    await page.goto('/login');
    await signInButton(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(DANA);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await page.reload();
    await strip(page).waitFor();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('button', { name: 'Logout' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  },
);
