import type { Page } from '@playwright/test';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { withFlags } from './setup/altered-answers.ts';
import { header, range, readRows, rows, search, statusFilter, table } from './setup/deals-table.ts';
import { FULL_RUN, fullRunUnless } from './setup/full-run.ts';
import { callsOf, DANA, figure, openAs, SAM, tab } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const tabs = (page: Page) => page.getByRole('tab');
const openTab = (page: Page) => page.getByRole('tab', { selected: true });
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name });

test(
  'DASH-01 DASH-04 the tabs come in their order; the strip is simple on the first and detailed on the others',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await expect(tabs(page)).toHaveText([
      'Simple View',
      'Detailed View',
      'Payouts',
      'Syndicated Deals',
      'Insights',
    ]);
    await expect(openTab(page)).toHaveText('Simple View');
    await expect(figure(page, 'Net Investment')).toBeVisible();
    for (const name of ['Detailed View', 'Payouts', 'Syndicated Deals', 'Insights']) {
      await tab(page, name).click();
      await expect(panel(page, name)).toBeVisible();
      await expect(figure(page, 'Total Anticipated Return')).toBeVisible();
    }
    await tab(page, 'Simple View').click();
    await expect(page).toHaveURL('/dashboard');
    await expect(figure(page, 'Portfolio Return %')).toBeVisible();
  },
);

const SETUPS = [
  { shown: ['Simple View', 'Payouts', 'Insights'], flags: [true, false, false] },
  { shown: ['Detailed View', 'Payouts', 'Insights'], flags: [false, true, false] },
  { shown: ['Payouts', 'Syndicated Deals', 'Insights'], flags: [false, false, true] },
  { shown: ['Payouts', 'Insights'], flags: [false, false, false] },
] as const;

for (const { shown, flags } of SETUPS) {
  test(
    `DASH-04 a syndicate set up for it sees ${shown.join(' and ')} and nothing else`,
    fullRunUnless(shown[0] === 'Detailed View'),
    async ({ page }) => {
      const [showsSimpleView, showsDetailedView, showsDealsTab] = flags;
      await withFlags(page, { showsSimpleView, showsDetailedView, showsDealsTab });
      await openAs(page, DANA);
      await expect(tabs(page)).toHaveText(shown);
      await expect(openTab(page)).toHaveText(shown[0]);
      // An address cannot open a tab that the syndicate does not have.
      const hidden = { 'Simple View': 'simple', 'Detailed View': 'detailed', 'Syndicated Deals': 'deals' };
      for (const [name, view] of Object.entries(hidden)) {
        if ((shown as readonly string[]).includes(name)) continue;
        await page.goto(`/dashboard?view=${view}`);
        await expect(openTab(page)).toHaveText(shown[0]);
      }
    },
  );
}

test(
  'DASH-04 a tab loads its code and its rows when it is first opened, not before',
  FULL_RUN,
  async ({ page }) => {
    const scripts: string[] = [];
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
      if (callsOf(portfolioContract.participations).test(request.url())) asked.push(request.url());
    });
    const hasLoaded = (name: string) => scripts.some((path) => path.includes(name));
    await openAs(page, DANA, '/dashboard?view=payouts');
    await expect(panel(page, 'Payouts')).toBeVisible();
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    expect([hasLoaded('detailed-view'), hasLoaded('deals-view'), asked.length]).toEqual([false, false, 0]);
    await tab(page, 'Detailed View').click();
    await readRows(page);
    expect([hasLoaded('detailed-view'), hasLoaded('deals-view')]).toEqual([true, false]);
    expect(asked).toHaveLength(1);
  },
);

test(
  'DASH-04 SHELL-05 the tabs are links that the keyboard walks with the arrows',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await tab(page, 'Simple View').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Detailed View')).toBeFocused();
    await expect(openTab(page)).toHaveText('Simple View');
    await page.keyboard.press('End');
    await expect(tab(page, 'Insights')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Simple View')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    await expect(openTab(page)).toHaveText('Insights');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(openTab(page)).toHaveText('Syndicated Deals');
    await expect(tab(page, 'Detailed View')).toHaveAttribute('href', '/dashboard?view=detailed');
  },
);

test(
  'DASH-04 TABLE-01 everything chosen is in the address, and nothing else: reload, back, forward and a shared link bring it',
  FULL_RUN,
  async ({ page, context, book }) => {
    const deals = await book.dealsOf('Northgate Partners');
    const active = deals.filter(({ status }) => status === 'Active Advance');
    await openAs(page, DANA, '/dashboard?view=deals');
    await readRows(page);
    await statusFilter(page).selectOption('Active Advance');
    await expect(page).toHaveURL('/dashboard?view=deals&status=Active+Advance');
    await header(page, 'Merchant').getByRole('button').click();
    await page.getByRole('button', { name: 'Next page' }).click();
    const address = '/dashboard?view=deals&status=Active+Advance&sort=merchantName&page=2';
    await expect(page).toHaveURL(address);
    await expect(range(page)).toHaveText(`26–${Math.min(50, active.length)} of ${active.length}`);
    const shown = await readRows(page);

    await page.reload();
    expect(await readRows(page)).toEqual(shown);
    await expect(statusFilter(page)).toHaveValue('Active Advance');
    await expect(header(page, 'Merchant')).toHaveAttribute('aria-sort', 'ascending');

    const shared = await context.newPage();
    await shared.goto(address);
    expect(await readRows(shared)).toEqual(shown);
    await shared.close();

    await page.goBack();
    await expect(page).toHaveURL('/dashboard?view=deals&status=Active+Advance&sort=merchantName');
    await expect(range(page)).toHaveText(/^1–25 of/);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/dashboard?view=deals');
    await expect(range(page)).toHaveText(`1–25 of ${deals.length}`);
    await expect(statusFilter(page)).toHaveValue('');
    await page.goForward();
    await expect(statusFilter(page)).toHaveValue('Active Advance');

    // Default values are not in the address.
    await statusFilter(page).selectOption('All Status');
    await expect(page).toHaveURL('/dashboard?view=deals');
  },
);

test('DASH-04 search, status and page length go along to the next table, the rest stays behind', async ({
  page,
  book,
}) => {
  const [latest] = await book.dealsOf('Northgate Partners');
  const month = latest?.agreementDate.slice(0, 7);
  await openAs(page, DANA, `/dashboard?view=deals&status=Active+Advance&month=${month}&sort=mid&length=50`);
  await expect(rows(page).first()).toBeVisible();
  await tab(page, 'Detailed View').click();
  await expect(page).toHaveURL('/dashboard?view=detailed&status=Active+Advance&length=50');
  await expect(header(page, 'Agreement Date')).toHaveAttribute('aria-sort', 'descending');
  await page.goBack();
  await expect(header(page, 'MID')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText(formatDate(latest?.agreementDate ?? never()).slice(-4));
});

test(
  'DASH-04 an address full of nonsense shows the table as it is at first',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf('Bluewater Capital Group');
    await openAs(page, SAM, '/dashboard?status=None&month=13&payoutsFrom=1&sort=toString&page=x&length=7');
    await expect(range(page)).toHaveText(`1–25 of ${deals.length}`);
    await expect(header(page, 'Agreement Date')).toHaveAttribute('aria-sort', 'descending');
    await page.goto('/dashboard?view=nonsense&page=999');
    await expect(range(page)).toHaveText(new RegExp(`–${deals.length} of ${deals.length}$`));
    await expect(page).toHaveURL(`/dashboard?page=${Math.ceil(deals.length / 25)}`);
  },
);

test(
  'DASH-04 what is typed into the search is one step of the history, not one for each letter',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await readRows(page);
    await search(page).pressSequentially('plumb', { delay: 300 });
    await expect(page).toHaveURL('/dashboard?search=plumb');
    await expect(table(page)).toContainText('Plumbing');
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
    await expect(search(page)).toHaveValue('');
  },
);

function never(): never {
  throw new Error('The demo book has deals.');
}
