import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import type { Output } from '../src/shared/contract/endpoint.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import {
  cells,
  header,
  range,
  readRows,
  rows,
  SIMPLE,
  search,
  table,
  toggleOf,
} from './setup/deals-table.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectNothingMoved, watchLayoutShifts } from './setup/layout-shifts.ts';
import { callsOf, DANA, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const OWN = 'Northgate Partners';
const participations = callsOf(portfolioContract.participations);
const length = (page: Page) => page.getByRole('combobox', { name: 'Rows per page' });
/** Every rendered row, including skeletons. */
const rowsInPage = (page: Page) => table(page).locator('tr').count();

test('SIMPLE-01 DEALS-03 a press anywhere on a row opens its payouts and notes, and another closes them', async ({
  page,
  book,
}) => {
  const deals = await book.dealsOf(OWN);
  const deal = deals.find(({ netPay }) => netPay > 0n);
  if (!deal) throw new Error('The demo book has payouts.');
  await openAs(page, DANA, `/dashboard?search=${deal.mid}`);
  const row = rows(page).first();
  await row.getByText(formatMoney(deal.investmentCost)).first().click();
  await expect(toggleOf(page, deal)).toHaveAttribute('aria-expanded', 'true');
  await expect(row.getByRole('row', { name: /^Total/ })).toContainText(formatMoney(deal.netPay));
  // As wide as the visible part of the table.
  const shown = await row.locator('[data-panel] > td > div').boundingBox();
  expect(Math.round(shown?.width ?? 0)).toBe(
    await table(page).evaluate((it) => it.parentElement?.clientWidth),
  );
  await row.getByText(deal.mid, { exact: true }).first().click();
  await expect(toggleOf(page, deal)).toHaveAttribute('aria-expanded', 'false');
  await expect(row.locator('[data-panel]')).toHaveCount(0);
});

test(
  'SIMPLE-01 SHELL-05 the keyboard alone walks the rows, opens one with Enter and closes it with Escape',
  FULL_RUN,
  async ({ page, book }) => {
    const [first, second, third] = await book.dealsOf(OWN);
    if (!first || !second || !third) throw new Error('The demo book has deals.');
    await openAs(page, DANA);
    await readRows(page);
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('/');
    await expect(search(page)).toHaveValue('/');
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(range(page)).toBeVisible();
    await header(page, 'Total Payouts').getByRole('button').focus();
    await page.keyboard.press('Tab');
    await expect(toggleOf(page, first)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(toggleOf(page, third)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(toggleOf(page, second)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(toggleOf(page, second)).toHaveAttribute('aria-expanded', 'false');
    await expect(toggleOf(page, second)).toBeFocused();
    await page.keyboard.press('End');
    await expect(
      rows(page)
        .last()
        .getByRole('button', { name: /^Details of/ }),
    ).toBeFocused();
    // The toggles of all rows are one tab stop; after it come the row's own link and what is below the rows.
    await page.keyboard.press('Tab');
    await expect(rows(page).last().getByRole('link')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'First page' })).toBeFocused();
  },
);

const midOf = (row: string[]): string => row[SIMPLE.indexOf('MID')] ?? '';

test(
  'TABLE-01 All shows every row, with few of them in the page at a time',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    await openAs(page, DANA);
    await readRows(page);
    await length(page).selectOption('All');
    await expect(page).toHaveURL('/dashboard?length=all');
    await expect(range(page)).toHaveText(`1–${deals.length} of ${deals.length}`);
    await expect(table(page)).toHaveAttribute('aria-rowcount', String(deals.length + 1));
    const seen = new Map<string, string[]>();
    for (let top = 0; top < deals.length * 45 + 900; top += 600) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      // Rows that have just become visible are still loading.
      await expect.poll(async () => (await readRows(page)).map(midOf)).not.toContain('');
      expect(await rowsInPage(page)).toBeLessThan(80);
      for (const row of await readRows(page)) if (midOf(row) !== '') seen.set(midOf(row), row);
    }
    expect([...seen.values()]).toEqual(deals.map((deal) => cells(deal, SIMPLE)));
    // The header is still visible and sorts.
    await page.locator('[aria-hidden] th').filter({ hasText: 'Total Payouts' }).locator('button').click();
    await expect(page).toHaveURL('/dashboard?sort=-totalPayouts&length=all');
    await expect(header(page, 'Total Payouts')).toBeInViewport();
  },
);

test(
  'TABLE-01 50,000 rows come in chunks of 200 where they are looked at, and never freeze the tab',
  FULL_RUN,
  async ({ page }) => {
    const TOTAL = 50_000;
    const { body, response } = portfolioContract.participations;
    const asked: number[] = [];
    let pattern: Output<typeof portfolioContract.participations>['page']['rows'][number] | null = null;
    await withoutFirstAnswers(page);
    await page.route(participations, async (route) => {
      const request = z.decode(body, route.request().postDataJSON());
      const { page: number = 1, length: count = 25 } = request;
      asked.push(count);
      if (!pattern) {
        const answer = z.decode(response, await (await route.fetch()).json());
        pattern = answer.page.rows[0] ?? never();
      }
      const row = pattern;
      const many = Array.from({ length: count }, (_, place) => ({
        ...row,
        mid: String((number - 1) * count + place + 1),
      }));
      const json = z.encode(response, { page: { rows: many, to: number * count, total: TOTAL } });
      await route.fulfill({ json });
    });
    await openAs(page, DANA, '/dashboard?length=all');
    await expect(range(page)).toHaveText('1–50,000 of 50,000');
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const started = Date.now();
      await page.evaluate((y) => window.scrollTo(0, y * document.documentElement.scrollHeight), part);
      await expect(rows(page).first()).toBeVisible();
      await expect(table(page).locator('tbody[data-index][aria-hidden]')).toHaveCount(0);
      expect(await rowsInPage(page)).toBeLessThan(80);
      expect(Date.now() - started).toBeLessThan(5_000);
    }
    await expect(rows(page).last()).toContainText('50000');
    expect(new Set(asked)).toEqual(new Set([200]));
    expect(asked.length).toBeLessThan(15);

    // The keyboard reaches both ends too, and an open row stays open.
    await rows(page)
      .last()
      .getByRole('button', { name: /^Details of/ })
      .focus();
    await page.keyboard.press('Home');
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /^Details of/ }),
    ).toBeFocused();
    await expect(rows(page).first()).toHaveAttribute('data-index', '0');
  },
);

/** Holds the response until it is released. */
async function holdRows(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await withoutFirstAnswers(page);
  await page.route(participations, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('TABLE-01 while the next page is on its way the last one stays, dimmed', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA);
  const shown = await readRows(page);
  const release = await holdRows(page);
  await page.getByRole('button', { name: 'Last page' }).click();
  await expect(table(page)).toHaveAttribute('aria-busy', 'true');
  await expect(rows(page)).toHaveCount(shown.length);
  await expect(rows(page).first()).toHaveCSS('opacity', '0.5');
  release();
  expect(await readRows(page)).not.toEqual(shown);
});

for (const view of ['simple', 'detailed', 'deals']) {
  test(
    `TABLE-01 ${view}: the rows take the place that was held for them, nothing moves`,
    FULL_RUN,
    async ({ page }) => {
      await watchLayoutShifts(page);
      const release = await holdRows(page);
      await openAs(page, DANA);
      await page.goto(`/dashboard?view=${view}`);
      await expect(table(page)).toHaveAttribute('aria-busy', 'true');
      await expect(table(page).locator('tbody[data-index]')).toHaveCount(25);
      const held = await places(page);
      release();
      await readRows(page);
      expect(await places(page)).toEqual(held);
      await expectNothingMoved(page);
    },
  );
}

/** The positions of the table and its columns. */
const places = async (page: Page) => [
  await table(page).boundingBox(),
  await table(page)
    .getByRole('columnheader')
    .evaluateAll((found) => found.map((it) => it.getBoundingClientRect().x)),
];

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('SHELL-04 rows that do not load say so, and trying again brings them', async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    await withoutFirstAnswers(page);
    await page.route(participations, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await openAs(page, DANA, '/dashboard?view=deals');
    await expect(page.getByRole('alert')).toContainText('The deals did not load');
    await expect(table(page)).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(range(page)).toHaveText(`1–25 of ${deals.length}`);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('SHELL-04 filter lists that do not load say so and can be asked for again', async ({ page }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(portfolioContract.filterLists), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA);
    await expect(page.getByRole('alert')).toContainText('The filter lists did not load');
    await readRows(page);
    await page.unrouteAll();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('narrow', FULL_RUN, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('SIMPLE-01 SHELL-05 on a phone the deals are cards that sort and open', async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    const cost = deals.toSorted((a, b) => Number(b.investmentCost - a.investmentCost))[0] ?? never();
    await openAs(page, DANA);
    const cards = page.getByRole('list', { name: 'Deals' }).getByRole('listitem');
    await expect(cards).toHaveCount(25);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Total Investment Cost');
    await expect(cards.first()).toContainText(cost.merchantName);
    await expect(cards.first()).toContainText(formatMoney(cost.investmentCost));
    await cards.first().getByText(cost.mid).click();
    const toggle = cards.first().getByRole('button', { name: /^Details of/ });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(cards.first()).toContainText('Anticipated return %');
    await expect(cards.first().getByRole('row', { name: /^Total/ })).toContainText(formatMoney(cost.netPay));
  });
});

function never(): never {
  throw new Error('The demo book has deals.');
}
