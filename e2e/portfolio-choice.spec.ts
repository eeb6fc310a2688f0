import type { Page } from '@playwright/test';
import { formatMonth } from '../src/shared/domain/calendar-date.ts';
import type { BookDeal } from './setup/book-deals.ts';
import {
  cells,
  DEALS,
  range,
  readRows,
  rows,
  SIMPLE,
  search,
  statusFilter,
  table,
} from './setup/deals-table.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { DANA, EMPTY_BOOK, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const OWN = 'Northgate Partners';

test('SIMPLE-01 DEALS-01 the status filter starts at All Status, offers what occurs and shows just that', async ({
  page,
  book,
}) => {
  const deals = await book.dealsOf(OWN);
  const occurring = new Set<string>(deals.map(({ status }) => status));
  await openAs(page, DANA);
  const offered = await optionsOf(page, 'Status');
  expect(offered[0]).toBe('All Status');
  expect(new Set(offered.slice(1))).toEqual(occurring);
  for (const status of ['Default', 'Settled']) {
    await statusFilter(page).selectOption(status);
    const found = deals.filter((deal) => deal.status === status);
    await expect(range(page)).toHaveText(new RegExp(` of ${found.length}$`));
    expect(await readRows(page)).toEqual(found.slice(0, 25).map((deal) => cells(deal, SIMPLE)));
  }
});

test(
  'DEALS-01 the agreement month starts at All M/Y, offers each month that occurs and shows just that',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    const months = [...new Set(deals.map(({ agreementDate }) => formatMonth(agreementDate)))];
    await openAs(page, DANA, '/dashboard?view=deals');
    await readRows(page);
    expect(await optionsOf(page, 'Agreed')).toEqual(['All M/Y', ...months]);
    const month = months[3] ?? '';
    await page.getByRole('combobox', { name: 'Agreed' }).selectOption(month);
    const found = deals.filter(({ agreementDate }) => formatMonth(agreementDate) === month);
    await expect(range(page)).toHaveText(`1–${found.length} of ${found.length}`);
    expect(await readRows(page)).toEqual(found.map((deal) => cells(deal, DEALS)));
  },
);

test(
  'SIMPLE-01 the search finds parts of a merchant’s name and of a MID, whatever the case',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    await openAs(page, DANA);
    for (const typed of ['PLUMB', 'lumbing', '1026', '270', '  first choice ', 'rst ch']) {
      const text = typed.trim().toLowerCase();
      const holds = ({ merchantName, mid }: BookDeal) =>
        merchantName.toLowerCase().includes(text) || mid.toLowerCase().includes(text);
      const found = deals.filter(holds);
      expect(found.length).toBeGreaterThan(0);
      await search(page).fill(typed);
      await expect(range(page)).toHaveText(`1–${Math.min(25, found.length)} of ${found.length}`);
      // The previous search may have found the same number.
      const expected = found.slice(0, 25).map((deal) => cells(deal, SIMPLE));
      await expect.poll(() => readRows(page)).toEqual(expected);
    }
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(range(page)).toHaveText(`1–25 of ${deals.length}`);
    await expect(search(page)).toBeFocused();
  },
);

test(
  'DEALS-01 the dates of payouts can be typed or picked, are shown with the deals that ran then, and cleared',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    const [from, to] = ['2026-02-01', '2026-02-28'];
    const ran = deals.filter(
      ({ firstPayDate, lastPayDate }) =>
        firstPayDate !== null && lastPayDate !== null && firstPayDate <= to && lastPayDate >= from,
    );
    await openAs(page, DANA, '/dashboard?view=deals');
    await readRows(page);
    await page.getByRole('textbox', { name: 'Start of payouts' }).fill('02/01/2026');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/dashboard?view=deals&payoutsFrom=${from}`);
    const end = page.getByRole('textbox', { name: 'End of payouts' });
    await end.fill('02/01/2026');
    await page.locator('button[aria-label="28 February 2026"]:enabled').click();
    await expect(end).toHaveValue('02/28/2026');
    await expect(page).toHaveURL(`/dashboard?view=deals&payoutsFrom=${from}&payoutsTo=${to}`);
    await expect(range(page)).toHaveText(new RegExp(` of ${ran.length}$`));
    expect(await readRows(page)).toEqual(ran.slice(0, 25).map((deal) => cells(deal, DEALS)));
    await page
      .getByRole('group', { name: 'Payouts' })
      .getByRole('button', { name: 'Clear', exact: true })
      .click();
    await expect(page).toHaveURL('/dashboard?view=deals');
    await expect(end).toHaveValue('');
    await expect(range(page)).toHaveText(`1–25 of ${deals.length}`);
  },
);

test(
  'TABLE-01 25 rows to a page or 50 or 100; seven page numbers; the first and the last page',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    const numbers = pages.getByRole('button', { name: /^Page \d+$/ });
    const current = pages.locator('[aria-current="page"]');
    await openAs(page, DANA);
    await expect(rows(page)).toHaveCount(25);
    await expect(numbers).toHaveText(['1', '2', '3', '4', '5', '6', '7']);
    await expect(pages.getByRole('button', { name: 'First page' })).toHaveAttribute('aria-disabled', 'true');
    await pages.getByRole('button', { name: 'Page 6' }).click();
    await expect(numbers).toHaveText(['3', '4', '5', '6', '7', '8', '9']);
    await expect(current).toHaveText('6');
    const last = Math.ceil(deals.length / 25);
    await pages.getByRole('button', { name: 'Last page' }).click();
    await expect(current).toHaveText(String(last));
    await expect(range(page)).toHaveText(`${(last - 1) * 25 + 1}–${deals.length} of ${deals.length}`);
    expect(await readRows(page)).toEqual(deals.slice((last - 1) * 25).map((deal) => cells(deal, SIMPLE)));
    // The focus is not lost when there is no further page.
    await expect(pages.getByRole('button', { name: 'Last page' })).toBeFocused();

    const length = page.getByRole('combobox', { name: 'Rows per page' });
    expect(await optionsOf(page, 'Rows per page')).toEqual(['25', '50', '100', 'All']);
    for (const rowsPerPage of [50, 100]) {
      await length.selectOption(String(rowsPerPage));
      await expect(rows(page)).toHaveCount(rowsPerPage);
      await expect(page).toHaveURL(`/dashboard?length=${rowsPerPage}`);
      await expect(range(page)).toHaveText(`1–${rowsPerPage} of ${deals.length}`);
    }
  },
);

test(
  'TABLE-01 SHELL-04 what matches nothing says so, and clearing the filters brings everything back',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    await openAs(page, DANA, '/dashboard?view=deals&search=no+such+merchant&status=Default&sort=mid');
    await expect(page.getByRole('heading', { name: 'No deals match' })).toBeVisible();
    await expect(table(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/dashboard?view=deals&sort=mid');
    await expect(range(page)).toHaveText(`1–25 of ${deals.length}`);
    await expect(search(page)).toHaveValue('');
  },
);

test(
  'TABLE-01 what was being typed does not come back after the filters were cleared',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await search(page).fill('nothing like it');
    const clear = page.getByRole('button', { name: 'Clear filters' });
    await expect(clear).toBeVisible();
    // Pressed at once, because a user may be faster than the search's delay.
    const field = await search(page).elementHandle();
    await clear.evaluate((button, typedInto) => {
      const input = typedInto as HTMLInputElement;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      set?.call(input, 'nothing like it at all');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      (button as HTMLButtonElement).click();
    }, field);
    await expect(rows(page)).toHaveCount(25);
    await page.waitForTimeout(600);
    await expect(page).toHaveURL('/dashboard');
    await expect(search(page)).toHaveValue('');
  },
);

test(
  'SIMPLE-01 DETAIL-01 DEALS-02 a syndicate without a deal reads why there is nothing',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, EMPTY_BOOK);
    for (const name of ['Simple View', 'Detailed View', 'Syndicated Deals']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page.getByRole('tabpanel', { name })).toContainText('No deals yet');
      await expect(page.getByRole('tabpanel', { name })).toContainText(
        'First Light Funding Partners has not taken part',
      );
    }
  },
);

const optionsOf = async (page: Page, name: string) => {
  const select = page.getByRole('combobox', { name });
  await expect.poll(() => select.locator('option').count()).toBeGreaterThan(1);
  return select.locator('option').allTextContents();
};

test(
  'DEALS-01 one of the dates alone is emptied, by keyboard or by its clear button',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, '/dashboard?view=deals&payoutsFrom=2026-02-01&payoutsTo=2026-02-27');
    const start = page.getByRole('textbox', { name: 'Start of payouts' });
    const end = page.getByRole('textbox', { name: 'End of payouts' });
    await expect(start).toHaveValue('02/01/2026');
    await start.fill('');
    await expect(page).toHaveURL('/dashboard?view=deals&payoutsTo=2026-02-27');
    await page.keyboard.press('Tab');
    await expect(start).toHaveValue('');
    await expect(end).toHaveValue('02/27/2026');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear end of payouts' }).click();
    await expect(page).toHaveURL('/dashboard?view=deals');
    await expect(end).toHaveValue('');
  },
);

test(
  'DEALS-01 a day that does not exist and an end before its start are told at the field, and nothing is asked for',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, '/dashboard?view=deals&payoutsTo=2026-02-27');
    const start = page.getByRole('textbox', { name: 'Start of payouts' });
    await start.fill('02/30/2026');
    await page.keyboard.press('Tab');
    await expect(start).toHaveAccessibleDescription('Not a date: write MM/DD/YYYY.');
    await expect(start).toHaveValue('02/30/2026');
    await expect(page).toHaveURL('/dashboard?view=deals&payoutsTo=2026-02-27');
    await start.fill('03/02/2026');
    await page.keyboard.press('Tab');
    await expect(start).toHaveAccessibleDescription('The start is after the end.');
    await expect(page).toHaveURL('/dashboard?view=deals&payoutsTo=2026-02-27');
    await start.fill('02/02/2026');
    await expect(page).toHaveURL('/dashboard?view=deals&payoutsFrom=2026-02-02&payoutsTo=2026-02-27');
    await expect(start).toHaveAccessibleDescription('');
  },
);
