import type { Page } from '@playwright/test';
import { watchlistContract } from '../src/shared/contract/watchlist.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { rows as tableRows } from './setup/deals-table.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, EMPTY_BOOK, openAs, tab } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const INSIGHTS = '/dashboard?view=insights';
const watchlist = (page: Page) => page.getByRole('region', { name: 'Watchlist' });
const rows = (page: Page) => watchlist(page).locator('tbody[data-index]');
const toggles = (page: Page) => watchlist(page).getByRole('button', { name: /^Details of/ });

const cents = (money: string) => Number(money.replaceAll(/[^\d-]/g, ''));

/** The number of watched deals, from the card's own words. */
async function watchedCount(page: Page): Promise<number> {
  const words = watchlist(page).getByText(/^[\d,]+ of [\d,]+ deals? needs? a look/);
  return Number((await words.innerText()).split(' ')[0]?.replaceAll(',', ''));
}

test(
  'SCHED-07 SHELL-05 the tab Insights lists the deals that need a look; the keyboard walks and opens them',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await tab(page, 'Insights').click();
    await expect(page).toHaveURL(INSIGHTS);
    const count = await watchedCount(page);
    await expect(rows(page)).toHaveCount(Math.min(count, 25));
    // The demo's book has fewer than a page, so that its rows add up to the sums that are kept.
    for (const column of [6, 7]) {
      const amounts = await watchlist(page).locator(`tbody > tr > :nth-child(${column})`).allInnerTexts();
      const total = amounts.reduce((sum, text) => sum + cents(text), 0);
      const shown = watchlist(page).locator(`tfoot td:nth-child(${column - 4})`);
      expect(cents(await shown.innerText())).toBe(total);
    }
    await expect(rows(page).filter({ hasText: 'R02 account closed' }).first()).toBeVisible();
    await expect(
      rows(page)
        .filter({ hasText: /paid \d+% of the last 20 debits/ })
        .first(),
    ).toBeVisible();
    await expectAccessible(page);

    await toggles(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(toggles(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(1).getByRole('region', { name: 'Payout breakdown' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows(page).nth(1).getByRole('region', { name: 'Payout breakdown' })).toHaveCount(0);

    await watchlist(page).getByRole('button', { name: 'What puts a deal here' }).click();
    await expect(page.getByRole('dialog')).toContainText('3 or more scheduled debits in a row');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test('SCHED-07 the filter On watchlist leaves the watched deals of a table, and the address keeps it', async ({
  page,
}) => {
  await openAs(page, DANA, INSIGHTS);
  const count = await watchedCount(page);
  await openAs(page, DANA, '/dashboard');
  const filter = page.getByRole('button', { name: 'On watchlist' });
  await filter.click();
  await expect(page).toHaveURL('/dashboard?watchlist=on');
  await expect(page.getByRole('status').filter({ hasText: /deals?$/ })).toContainText(
    new RegExp(`^${count.toLocaleString('en-US')} deal`),
  );
  await expect(tableRows(page)).toHaveCount(Math.min(count, 25));
  await page.reload();
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await filter.click();
  await expect(page).toHaveURL('/dashboard');
});

test('SCHED-07 without a deal to watch the list says so', FULL_RUN, async ({ page }) => {
  await openAs(page, EMPTY_BOOK, INSIGHTS);
  await expect(watchlist(page).getByText('No deal needs a look today')).toBeVisible();
  await expectAccessible(page);
});

test('SCHED-07 a phone shows four deals and then the others', FULL_RUN, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, DANA, INSIGHTS);
  const count = Math.min(await watchedCount(page), 25);
  const cards = watchlist(page).getByRole('list', { name: 'Watchlist' }).locator('> li');
  await expect(cards).toHaveCount(Math.min(count, 4));
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (count > 4) {
    await watchlist(page)
      .getByRole('button', { name: `Show ${count - 4} more` })
      .click();
    await expect(cards).toHaveCount(count);
  }
  // What is open stays open when there is room for the table.
  await toggles(page).first().click();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(rows(page).first().getByRole('region', { name: 'Payout breakdown' })).toBeVisible();
});

test.describe('when the call fails', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('SCHED-07 SHELL-04 a watchlist that does not load says so, and trying again brings it', async ({
    page,
  }) => {
    await page.route(callsOf(watchlistContract.watchlist), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA, INSIGHTS);
    await expect(watchlist(page).getByRole('alert')).toContainText('The watchlist did not load');
    await page.unrouteAll();
    await watchlist(page).getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page).first()).toBeVisible();
  });
});
