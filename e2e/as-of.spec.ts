import type { Page } from '@playwright/test';
import { asOfContract } from '../src/shared/contract/as-of.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, EMPTY_BOOK, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const figures = (page: Page) => page.getByRole('table', { name: 'Figures' });
const row = (page: Page, table: string, name: string) =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

const cents = (text: string) =>
  Math.round(Number(text.replaceAll('−', '-').replaceAll(/[^\d.-]/g, '')) * 100);
const amounts = async (page: Page, table: string, name: string) =>
  (await row(page, table, name).getByRole('cell').allInnerTexts()).map(cents);

test('ASOF-05 two days side by side, with their difference and the lines that make it', async ({ page }) => {
  await openAs(page, DANA, '/dashboard?view=insights');
  await page.getByRole('link', { name: 'The book as of a day' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The book as of a day');
  await expect(row(page, 'Figures', 'Portfolio balance')).toContainText('$');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'End of last month' }).click();
  await expect(page).toHaveURL(/compare=\d{4}-\d\d-\d\d/);
  await expect(figures(page).getByRole('columnheader', { name: 'Difference' })).toBeVisible();
  for (const name of ['Total investment cost', 'Payouts posted', 'Portfolio balance']) {
    const [first = 0, second = 0, difference = 0] = await amounts(page, 'Figures', name);
    expect(second - first).toBe(difference);
  }
  const [, , balance = 0] = await amounts(page, 'Figures', 'Portfolio balance');
  const causes = await amounts(page, 'What makes the difference', 'Difference');
  expect(causes[4]).toBe(balance);
  const [, , ofStatuses] = await amounts(page, 'By status', 'Portfolio balance');
  expect(ofStatuses).toBe(balance);

  await page.getByRole('button', { name: 'New deals' }).click();
  await expect(page.getByRole('heading', { name: 'New deals' })).toBeVisible();
  await expect(page).toHaveURL(/cause=share(\+|%20)added/);
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await expect(page.getByRole('heading', { name: 'Lines' })).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1)).toContainText('/');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
});

test('ASOF-05 ASOF-06 the book of the days is downloaded', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, '/as_of?date=2026-11-02&compare=2026-10-30');
  await expect(row(page, 'Figures', 'Deals')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('book_2026-10-30_2026-11-02.xlsx');
});

test('ASOF-05 ASOF-04 a typed day, one to come, and one from before the book', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, '/as_of');
  await expect(row(page, 'Figures', 'Deals')).toBeVisible();
  const day = page.getByRole('textbox', { name: 'As of' });
  await day.fill('01/01/2099');
  await day.press('Enter');
  await expect(page.getByText('Choose a day up to today.')).toBeVisible();
  await day.fill('01/15/2001');
  await day.press('Enter');
  await expect(page).toHaveURL(/date=2001-01-15/);
  await expect(page.getByText(/^The portal knows nothing of this book before/)).toBeVisible();
  await expect(row(page, 'Figures', 'Deals')).toContainText('0');
});

test('ASOF-05 a book without a deal', FULL_RUN, async ({ page }) => {
  await openAs(page, EMPTY_BOOK, '/as_of');
  await expect(page.getByRole('heading', { name: 'Nothing is recorded yet' })).toBeVisible();
  await expectAccessible(page);
});

test.describe(() => {
  test.use({ expectedComplaints: BROKEN });

  test(
    'ASOF-05 SHELL-04 figures and lines fail each by themselves, and trying again brings them',
    FULL_RUN,
    async ({ page }) => {
      const broken = { status: 500, body: 'broken' };
      await page.route(callsOf(asOfContract.bookAsOf), (route) => route.fulfill(broken));
      await openAs(page, DANA, '/as_of?date=2026-11-02&compare=2026-10-30');
      await expect(page.getByRole('alert')).toContainText('The book did not load');
      await page.unrouteAll();
      await page.route(callsOf(asOfContract.bookChanges), (route) => route.fulfill(broken));
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(row(page, 'Figures', 'Deals')).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('The lines did not load');
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible();
    },
  );
});
