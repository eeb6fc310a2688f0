import type { Page } from '@playwright/test';
import { returnsContract } from '../src/shared/contract/returns.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { callsOf, DANA, EMPTY_BOOK, enterCredentials, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const INSIGHTS = '/dashboard?view=insights';
const returns = (page: Page) => page.getByRole('region', { name: 'Returns' });
const row = (page: Page, name: string) =>
  returns(page)
    .getByRole('table', { name: 'Returns' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });
const thousandths = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 1000);

test('RETURN-08 RETURN-04 three end values side by side, which add up, and each figure opens to what it is made of', async ({
  page,
}) => {
  await openAs(page, DANA, INSIGHTS);
  await expect(returns(page)).toContainText(/\d+ deals since \d\d\/\d{4}, after fees; cost \$/);
  const multiples = async (name: string) =>
    (await row(page, name).getByRole('button').allInnerTexts()).map(thousandths);
  const [tvpi, dpi, rvpi] = await Promise.all(['TVPI', 'DPI', 'RVPI'].map(multiples));
  expect(tvpi).toHaveLength(3);
  for (const [place, total] of (tvpi ?? []).entries())
    expect((dpi?.[place] ?? 0) + (rvpi?.[place] ?? 0)).toBe(total);
  // What was chosen last stays open: at first what the adjusted end value is made of.
  const panel = returns(page).getByRole('heading', { name: /^Where from/ });
  await expect(panel).toHaveText('Where from: Still to come (RVPI), adjusted');
  const statuses = returns(page).getByRole('table', { name: /^Net balance by status/ });
  await expect(statuses.getByRole('row').filter({ hasText: 'Active Advance' })).toContainText('100%');
  await expectAccessible(page);

  await row(page, 'DPI').getByRole('button').first().click();
  await expect(panel).toHaveText('Where from: Paid to date (DPI), as agreed');
  await expect(returns(page)).toContainText('Net pay whose pay date has come, divided by investment cost');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await pressEnter(row(page, 'XIRR').getByRole('button').first());
  await expect(panel).toHaveText('Where from: Yearly rate (XIRR), as agreed');
  await returns(page).getByRole('button', { name: 'Close where from' }).click();
  await expect(panel).toHaveCount(0);
});

test(
  'RETURN-08 RETURN-02 under a year there is the return of the period, and the yearly rate on demand',
  FULL_RUN,
  async ({ page }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(returnsContract.returns), async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { returns: { scenarios: object[] } };
      const young = { xirr: '126.77', no_xirr_because: null, period_return: '22.18' };
      const scenarios = answer.returns.scenarios.map((scenario) => ({ ...scenario, ...young }));
      const json = { ...answer, returns: { ...answer.returns, days: 180, scenarios } };
      await route.fulfill({ response, json });
    });
    await openAs(page, DANA, INSIGHTS);
    await expect(row(page, 'XIRR')).toContainText('22.18%in 180 days; under a year');
    await expect(returns(page)).not.toContainText('126.77%');
    await row(page, 'XIRR').getByRole('button').first().click();
    await returns(page).getByRole('button', { name: 'Show the yearly rate anyway' }).click();
    await expect(returns(page)).toContainText('126.77%');
    await expect(returns(page)).toContainText('The first of these deals is under a year old.');
  },
);

test(
  'RETURN-12 the returns of open and closed deals and of the table’s filter, kept in the address',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, INSIGHTS);
    const of = returns(page).getByRole('combobox', { name: 'Of' });
    const dealCount = async () => Number(/([\d,]+) deals? since/.exec(await returns(page).innerText())?.[1]);
    await expect(of).toHaveValue('');
    await expect(row(page, 'TVPI')).toBeVisible();
    const all = await dealCount();
    const counts: number[] = [];
    for (const name of ['Open deals', 'Closed deals']) {
      await of.selectOption(name);
      await expect(row(page, 'TVPI')).toBeVisible();
      counts.push(await dealCount());
    }
    expect(counts.reduce((sum, count) => sum + count)).toBe(all);
    await expect(page).toHaveURL(/returns=closed/);
    await of.selectOption('Last 12 months');
    await expect(returns(page)).toContainText('under a year');
    await page.reload();
    await expect(of).toHaveValue('recent');
    await expect(of.getByRole('option')).toHaveCount(4);

    await page.goto('/dashboard?view=detailed&status=Collections');
    await page.getByRole('tab', { name: 'Insights' }).click();
    await expect(of).toHaveValue('');
    await of.selectOption('The table’s filter');
    await expect(returns(page)).toContainText('The deals that the table shows: Collections');
    await expect(row(page, 'TVPI')).toBeVisible();
    expect(await dealCount()).toBeLessThan(all);
    await expectAccessible(page);
  },
);

test('RETURN-11 RETURN-12 a filter with too many deals says why not, and what to do', async ({ page }) => {
  await page.route(callsOf(returnsContract.filteredReturns), (route) =>
    route.fulfill({ json: { is_current: 1, deal_count: 12345, returns: null, most_deals: 5000 } }),
  );
  await openAs(page, DANA, `${INSIGHTS}&search=a&returns=table`);
  await expect(returns(page)).toContainText('The table’s filter shows 12,345 deals.');
  await expect(returns(page)).toContainText('more than 5,000 deals. Narrow the filter');
});

test(
  'RETURN-14 with a cash account, the returns say what idle cash costs and where from',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, INSIGHTS);
    // The account of the demo is new.
    await expect(row(page, 'With idle cash')).toContainText(/not yetfrom \d\d\/\d\d\/\d{4} on/);
    await row(page, 'With idle cash').getByRole('button').first().click();
    await expect(returns(page)).toContainText('Where from: With idle cash, as agreed');
    await expect(returns(page)).toContainText(/Put in by \d\d\/\d\d\/\d{4}/);
    await expect(returns(page)).toContainText('Cash balance');
    await expectAccessible(page);
    await returns(page).getByRole('combobox', { name: 'Of' }).selectOption('Open deals');
    await expect(row(page, 'TVPI')).toBeVisible();
    await expect(row(page, 'With idle cash')).toHaveCount(0);
  },
);

test(
  'RETURN-15 somebody with two funders sees the returns with both together',
  FULL_RUN,
  async ({ page }) => {
    const cost = async () =>
      Number(/cost \$([\d,.]+)/.exec(await returns(page).innerText())?.[1]?.replaceAll(',', ''));
    await page.goto('/login');
    await enterCredentials(page, 'sofia@twinlakes.example');
    await page.getByRole('button', { name: 'Harbor Capital' }).click();
    await page.waitForURL(/dashboard/);
    await page.goto(INSIGHTS);
    await expect(row(page, 'TVPI')).toBeVisible();
    const withHarbor = await cost();
    await returns(page).getByRole('combobox', { name: 'Of' }).selectOption('All my funders');
    await expect(returns(page)).toContainText(/Your deals with .+ and .+, as if they were with one/);
    await expect(row(page, 'TVPI')).toBeVisible();
    expect(await cost()).toBeGreaterThan(withHarbor);
    await expectAccessible(page);
  },
);

test('RETURN-12 where a figure is from leads to the deals in the table', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, INSIGHTS);
  await returns(page).getByRole('link', { name: 'Collections' }).click();
  await expect(page).toHaveURL(/view=deals&status=Collections/);
  await expect(page.getByRole('tab', { name: 'Syndicated Deals', selected: true })).toBeVisible();
  await page.goBack();
  await returns(page).getByRole('link', { name: 'Show the deals' }).click();
  await expect(page).toHaveURL(/dashboard\?view=deals$/);
});

test(
  'DASH-04 a phone shows three figures of the strip, and all of them on demand',
  FULL_RUN,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, DANA, INSIGHTS);
    const strip = page.getByRole('region', { name: 'Portfolio summary' });
    const cost = strip.getByText('Total Investment Cost');
    await expect(strip.getByText('Portfolio Balance')).toBeVisible();
    await expect(strip.getByText('Cash Balance')).toBeVisible();
    await expect(cost).toBeHidden();
    await strip.getByRole('button', { name: 'Show all 6 figures' }).click();
    await expect(cost).toBeVisible();
    await strip.getByRole('button', { name: 'Show fewer figures' }).click();
    await expect(cost).toBeHidden();
  },
);

test('RETURN-08 without a deal there is nothing to measure yet', FULL_RUN, async ({ page }) => {
  await openAs(page, EMPTY_BOOK, INSIGHTS);
  await expect(returns(page).getByText('Nothing to measure yet')).toBeVisible();
  await expectAccessible(page);
});

test(
  'RETURN-08 a phone shows one end value at a time, and where a figure is from in a sheet',
  FULL_RUN,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, DANA, INSIGHTS);
    await expect(returns(page).getByRole('radio', { name: 'Adjusted' })).toBeChecked();
    const total = returns(page).getByRole('button', { name: /where from, Total value/ });
    const adjusted = await total.innerText();
    await returns(page).getByRole('radio', { name: 'As agreed' }).check();
    await expect(total).not.toHaveText(adjusted);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await total.click();
    await expect(page.getByRole('dialog')).toContainText('Paid to date');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(total).toBeFocused();
  },
);

test.describe('when the call fails', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('RETURN-08 SHELL-04 returns that do not load say so alone, and trying again brings them', async ({
    page,
  }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(returnsContract.returns), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA, INSIGHTS);
    await expect(returns(page).getByRole('alert')).toContainText('The returns did not load');
    await expect(page.getByRole('region', { name: 'Watchlist' }).getByRole('table')).toBeVisible();
    await page.unrouteAll();
    await returns(page).getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'TVPI')).toBeVisible();
  });
});
