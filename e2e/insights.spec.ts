import type { Page } from '@playwright/test';
import { insightsContract } from '../src/shared/contract/insights.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, EMPTY_BOOK, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const INSIGHTS = '/dashboard?view=insights';
const concentration = (page: Page) => page.getByRole('region', { name: 'Concentration' });
const cohorts = (page: Page) => page.getByRole('region', { name: 'Cohorts' });
const losses = (page: Page) => page.getByRole('region', { name: 'Losses' });
const forecast = (page: Page) => page.getByRole('region', { name: 'Forecast' });
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

test(
  'INSIGHT-02 the quarters of funding with what they have paid, and their sum',
  FULL_RUN,
  async ({ page }) => {
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
  },
);

test(
  'INSIGHT-05 the losses add up on both bases and both ways, and a quarter opens to its deals',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, INSIGHTS);
    const total = () => losses(page).locator('tfoot td').nth(3).innerText();
    const addsUp = async () => {
      const amounts = await losses(page).locator('tbody td:nth-child(5)').allInnerTexts();
      expect(amounts.reduce((sum, text) => sum + cents(text), 0)).toBe(cents(await total()));
    };
    await expect(losses(page).locator('tbody tr').first()).toContainText(/Q\d 20\d\d/);
    await addsUp();
    const ofCost = await total();
    await losses(page).getByRole('radio', { name: 'By date of default' }).check();
    await expect(losses(page).getByRole('columnheader', { name: 'Lost in' })).toBeVisible();
    expect(await total()).toBe(ofCost);
    await losses(page).getByRole('radio', { name: 'Of net RTR' }).check();
    await expect(
      losses(page).getByRole('columnheader', { name: 'Their net RTR', exact: true }),
    ).toBeVisible();
    await addsUp();
    expect(cents(await total())).toBeGreaterThan(cents(ofCost));
    const toggle = page.getByRole('button', { name: /^Details of Q/ });
    const row = losses(page).locator('tbody tr').filter({ has: toggle }).first();
    const loss = cents(await row.locator('td').nth(3).innerText());
    await row.getByRole('button').click();
    const deals = losses(page).getByRole('listitem');
    await expect(deals.first()).toContainText(/lost \d\d\/\d\d\/\d{4}/);
    const ofDeals = await deals.locator('> span:last-child').allInnerTexts();
    expect(ofDeals.reduce((sum, text) => sum + cents(text), 0)).toBe(loss);
    await expectAccessible(page);
    await deals.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/deal\//);
  },
);

test(
  'INSIGHT-06 the forecast ties to the net balance, and its table has the months of the chart',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, INSIGHTS);
    await expect(forecast(page).getByText('equals the net balance')).toBeVisible();
    const agreed = await forecast(page).locator('dd').first().innerText();
    await forecast(page).getByRole('button', { name: 'Show as table' }).click();
    const table = forecast(page).getByRole('table', { name: 'Forecast by month' });
    expect(cents(await table.locator('tfoot td').nth(2).innerText())).toBe(
      cents(agreed.split('\n')[0] ?? ''),
    );
    const months = await table.locator('tbody td:nth-child(4)').allInnerTexts();
    expect(months.reduce((sum, text) => sum + cents(text || '0'), 0)).toBe(
      cents(agreed.split('\n')[0] ?? ''),
    );
    await forecast(page).scrollIntoViewIfNeeded();
    await expect(forecast(page).locator('.recharts-line').first()).toBeVisible();
    await expectAccessible(page);
  },
);

test('INSIGHT-06 the tab makes three calls of its own', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, '/dashboard');
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname.replace(/\/\d+$/, ''));
  });
  await page.getByRole('tab', { name: 'Insights' }).click();
  await expect(concentration(page).getByRole('region').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Watchlist' }).locator('tbody').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls.sort()).toEqual(['/api/insights', '/api/returns', '/api/watchlist']);
});

test(
  'INSIGHT-07 what is chosen on the tab is in the address, and a reload shows the same',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, INSIGHTS);
    await losses(page).getByRole('radio', { name: 'By date of default' }).check();
    await losses(page).getByRole('radio', { name: 'Of net RTR' }).check();
    await concentration(page).getByRole('radio', { name: 'Merchant' }).check();
    await page.getByRole('button', { name: /where from, Paid to date \(DPI\), As agreed$/ }).click();
    await expect(page).toHaveURL(/figure=dpi&endValue=agreed&lossBy=lost&lossBasis=rtr&kind=merchant/);
    await page.reload();
    await expect(
      losses(page).getByRole('columnheader', { name: 'Their net RTR', exact: true }),
    ).toBeVisible();
    await expect(losses(page).getByRole('columnheader', { name: 'Lost in' })).toBeVisible();
    await expect(concentration(page).getByRole('region')).toHaveCount(1);
    await expect(
      page.getByRole('heading', { name: 'Where from: Paid to date (DPI), as agreed' }),
    ).toBeVisible();
    await openAs(page, DANA, `${INSIGHTS}&lossBasis=gold&kind=planet`);
    await expect(losses(page).getByRole('columnheader', { name: 'Their cost', exact: true })).toBeVisible();
    await expect(concentration(page).getByRole('region')).toHaveCount(6);
  },
);

test('INSIGHT-09 on paper the tab stands alone, with its header, all charts and tables, and every group', async ({
  page,
}) => {
  await openAs(page, DANA, INSIGHTS);
  await expect(losses(page).locator('tbody tr').first()).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print this page' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const header = page.getByText('Northgate Partners: insights');
  await expect(header).toBeVisible();
  await expect(header.locator('..')).toContainText(/Harbor Capital · as of \d\d\/\d\d\/\d{4}/);
  await expect(page.getByRole('tablist')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Spreadsheet' })).toHaveCount(0);
  await expect(forecast(page).getByRole('table', { name: 'Forecast by month' })).toBeVisible();
  for (const card of [forecast(page), cohorts(page), losses(page)])
    await expect(card.locator('.recharts-surface').first()).toBeVisible();
  await expect(kind(page, 'Merchant').getByRole('listitem')).toHaveCount(11);
});

test('INSIGHT-08 each card downloads its spreadsheet', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, INSIGHTS);
  for (const name of ['Returns', 'Watchlist', 'Forecast', 'Cohorts', 'Losses', 'Concentration']) {
    const file = page.waitForEvent('download');
    await page
      .getByRole('region', { name, exact: true })
      .getByRole('button', { name: 'Spreadsheet' })
      .click();
    expect((await file).suggestedFilename()).toMatch(new RegExp(`^${name.toLowerCase()}_20.*\\.xlsx$`));
  }
});

test(
  'INSIGHT-01 INSIGHT-02 a book without a deal says that there is nothing to measure',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, EMPTY_BOOK, INSIGHTS);
    await expect(cohorts(page).getByText('Nothing to measure yet')).toBeVisible();
    await expect(concentration(page).getByText('No deal is open')).toBeVisible();
    await expect(losses(page).getByText('No deal was lost')).toBeVisible();
    await expect(forecast(page).getByText('Nothing is to come')).toBeVisible();
    await expect(forecast(page).getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test.describe('when the call fails', FULL_RUN, () => {
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
