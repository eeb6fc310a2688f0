import type { Page } from '@playwright/test';
import { insightsContract } from '../src/shared/contract/insights.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { callsOf, DANA, EMPTY_BOOK, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const INSIGHTS = '/dashboard?view=insights';
const concentration = (page: Page) => page.getByRole('region', { name: 'Concentration' });
const cohorts = (page: Page) => page.getByRole('region', { name: 'Cohorts' });
const kind = (page: Page, name: string) => concentration(page).getByRole('region', { name, exact: true });

const cents = (money: string) => Math.round(Number(money.replaceAll(/[^\d.-]/g, '')) * 100);

test('INSIGHT-01 INSIGHT-03 each kind adds up to the net balance, and a group over the investor’s limit is marked', async ({
  page,
}) => {
  await openAs(page, DANA, INSIGHTS);
  const about = await concentration(page)
    .getByText(/^share of the net balance/)
    .innerText();
  const whole = cents(about.split('·')[0] ?? '');
  for (const name of ['Industry', 'State', 'Broker', 'Platform', 'Position', 'Merchant']) {
    const amounts = await kind(page, name)
      .getByText(/ in [\d,]+ deals?$/)
      .allInnerTexts();
    const sum = amounts.reduce((all, text) => all + cents(text.split(' in ')[0] ?? ''), 0);
    expect({ name, sum }).toEqual({ name, sum: whole });
  }
  await concentration(page).getByRole('button', { name: 'Set limits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your limits' });
  await expectAccessible(page);
  await dialog.getByLabel('Industry').fill('120');
  await dialog.getByLabel('State').fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A limit is a percent from 0.01 to 100.')).toBeVisible();
  await dialog.getByLabel('Industry').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(kind(page, 'State').getByText('limit 1% each')).toBeVisible();
  await expect(kind(page, 'State').getByText('over 1%').first()).toBeVisible();
  await expect(kind(page, 'Industry').getByText(/^over/)).toHaveCount(0);
  await expectAccessible(page);
  // As it was, for whoever comes next.
  await concentration(page).getByRole('button', { name: 'Edit limits' }).click();
  await dialog.getByLabel('State').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(concentration(page).getByRole('button', { name: 'Set limits' })).toBeVisible();
});

test('INSIGHT-02 the quarters of funding with what they have paid, and their sum', async ({ page }) => {
  await openAs(page, DANA, INSIGHTS);
  const rows = cohorts(page).locator('tbody tr');
  await expect(rows.first()).toContainText(/Q\d 20\d\d/);
  for (const column of [3, 4]) {
    const amounts = await cohorts(page).locator(`tbody td:nth-child(${column})`).allInnerTexts();
    const sum = amounts.reduce((all, text) => all + cents(text), 0);
    expect(cents(await cohorts(page).locator(`tfoot td:nth-child(${column})`).innerText())).toBe(sum);
  }
  await cohorts(page).scrollIntoViewIfNeeded();
  await expect(cohorts(page).locator('.recharts-line').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cohorts(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});

test('INSIGHT-01 INSIGHT-02 a book without a deal says that there is nothing to measure', async ({
  page,
}) => {
  await openAs(page, EMPTY_BOOK, INSIGHTS);
  await expect(cohorts(page).getByText('Nothing to measure yet')).toBeVisible();
  await expect(concentration(page).getByText('No deal is open')).toBeVisible();
  await expectAccessible(page);
});

test.describe('when the call fails', () => {
  test.use({ expectedComplaints: BROKEN });

  test('INSIGHT-01 SHELL-04 the cards say so by themselves, and trying again brings them', async ({
    page,
  }) => {
    await page.route(callsOf(insightsContract.insights), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA, INSIGHTS);
    await expect(concentration(page).getByText('Concentration did not load')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Watchlist' }).locator('tbody').first()).toBeVisible();
    await page.unroute(callsOf(insightsContract.insights));
    await concentration(page).getByRole('button', { name: 'Try again' }).click();
    await expect(cohorts(page).locator('tbody tr').first()).toBeVisible();
  });
});
