import * as z from 'zod/mini';
import type { Output } from '../src/shared/contract/endpoint.ts';
import { payoutsContract } from '../src/shared/contract/payouts.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import type { Book } from './setup/book.ts';
import type { BookPayDate } from './setup/book-payouts.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectNothingMoved, watchLayoutShifts } from './setup/layout-shifts.ts';
import {
  cellsOf,
  dealRows,
  dealsOf,
  expectTexts,
  openPayoutFile,
  PAYOUTS,
  payDateLink,
  payDateRows,
  payDateScroller,
  rowTextOf,
  sumsOf,
  textsOf,
  totalCellsOf,
  totalRow,
} from './setup/payouts-tab.ts';
import { callsOf, DANA, EMPTY_BOOK, openAs, tab } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const OWN = 'Northgate Partners';
const PAGE = 25;

/** A pay date with at least this many deals, other than the newest. */
async function longDay(book: Book, atLeast: number): Promise<BookPayDate> {
  for (const day of (await book.payDatesOf(OWN)).slice(1, PAGE))
    if ((await book.dealsPaidOn(OWN, day.payDate)).length >= atLeast) return day;
  throw new Error(`The demo has no pay date with ${atLeast} deals.`);
}

test('PAYOUT-01 FMT-01 DASH-07 the pay dates are the ledger’s, the newest first, each with its sums, note and Download', async ({
  page,
  book,
}) => {
  const days = await book.payDatesOf(OWN);
  await openAs(page, DANA, PAYOUTS);
  await expect(payDateRows(page)).toHaveCount(PAGE);
  const shown = (await textsOf(payDateRows(page))).map(([text = '']) => text.replaceAll(' ', ''));
  expect(shown).toEqual(days.slice(0, PAGE).map(rowTextOf));
  expect(days.slice(0, PAGE).some(({ note }) => note !== null)).toBe(true);
  for (const { payDate } of days.slice(0, PAGE))
    await expect(
      page.getByRole('button', { name: `Download ${formatDate(payDate)}`, exact: true }),
    ).toBeVisible();
});

test(
  'PAYOUT-01 more pay dates come when the scroll is within 5 px of the end, by where the reader is',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (
        callsOf(payoutsContract.payDates).test(request.url()) &&
        searchParams.get('length') === String(PAGE)
      )
        asked.push(searchParams.get('before'));
    });
    await openAs(page, DANA, PAYOUTS);
    await expect(payDateRows(page)).toHaveCount(PAGE);
    await expect(page.getByRole('button', { name: 'Show more pay dates' })).toBeAttached();
    const scrollToWithin = (pixels: number) =>
      payDateScroller(page).evaluate((it, left) => {
        it.scrollTop = it.scrollHeight - it.clientHeight - left;
      }, pixels);
    // The list begins below the fold, so its own end decides when more is loaded.
    await payDateScroller(page).scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await scrollToWithin(7);
    await page.waitForTimeout(400);
    expect(asked).toEqual([null]);
    await scrollToWithin(4);
    await expect(payDateRows(page)).toHaveCount(2 * PAGE);
    await scrollToWithin(0);
    await expect(payDateRows(page)).toHaveCount(3 * PAGE);
    expect(asked).toEqual([null, days[PAGE - 1]?.payDate, days[2 * PAGE - 1]?.payDate]);
    const links = payDateRows(page).getByRole('link');
    expect(await links.evaluateAll((found) => found.map((it) => it.dataset['payDate']))).toEqual(
      days.slice(0, 3 * PAGE).map(({ payDate }) => payDate),
    );
  },
);

test('PAYOUT-02 DASH-07 FMT-01 the newest date is chosen; its deals and totals are the ledger’s, before all of them are loaded', async ({
  page,
  book,
}) => {
  const [newest] = await book.payDatesOf(OWN);
  if (!newest) throw new Error('The demo has payouts.');
  const deals = await book.dealsPaidOn(OWN, newest.payDate);
  expect(deals.length).toBeGreaterThan(PAGE);
  await openAs(page, DANA, PAYOUTS);
  await expect(payDateLink(page, newest.payDate)).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(PAYOUTS);
  const table = dealsOf(page, newest.payDate);
  await expect(table.getByRole('columnheader')).toHaveText([
    'MID',
    'Company Name',
    'Gross Amount',
    'Mgt Fee',
    'Net Pay',
    'No. of Transactions',
  ]);
  await expect(page.getByRole('button', { name: 'Show more deals' })).toBeAttached();
  await expectTexts(totalRow(page, newest.payDate), [totalCellsOf(newest, deals.length)]);
  expect(newest.gross - newest.fee).toBe(newest.net);

  const seen = new Map<string, string[]>();
  const collect = async () => {
    for (const row of await textsOf(dealRows(page, newest.payDate))) seen.set(row[0] ?? '', row);
    return seen.size;
  };
  await expect
    .poll(async () => {
      await collect();
      await page.mouse.move(1000, 700);
      await page.mouse.wheel(0, 500);
      return collect();
    })
    .toBe(deals.length);
  expect([...seen.values()]).toEqual(deals.map(cellsOf));
  await expectTexts(totalRow(page, newest.payDate), [totalCellsOf(newest, deals.length)]);
  await expect(totalRow(page, newest.payDate)).toBeInViewport();
  await expect(table.getByRole('columnheader', { name: 'Net Pay' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Show more deals' })).toHaveCount(0);
});

test(
  'PAYOUT-02 the chosen date is in the address: reload, back and a shared link bring it',
  FULL_RUN,
  async ({ page, context, book }) => {
    const [newest, second, third] = await book.payDatesOf(OWN);
    if (!newest || !second || !third) throw new Error('The demo has payouts.');
    await openAs(page, DANA, PAYOUTS);
    await payDateLink(page, second.payDate).click();
    await expect(page).toHaveURL(`${PAYOUTS}&payDate=${second.payDate}`);
    await expect(totalRow(page, second.payDate)).toContainText(formatMoney(second.net));
    await payDateLink(page, third.payDate).click();
    await expect(totalRow(page, third.payDate)).toContainText(formatMoney(third.net));
    await page.reload();
    await expect(totalRow(page, third.payDate)).toContainText(formatMoney(third.net));
    await expect(payDateLink(page, third.payDate)).toHaveAttribute('aria-current', 'page');
    const shared = await context.newPage();
    await shared.goto(page.url());
    await expect(totalRow(shared, third.payDate)).toContainText(formatMoney(third.net));
    await shared.close();
    await page.goBack();
    await expect(totalRow(page, second.payDate)).toBeVisible();
    await page.goBack();
    await expect(totalRow(page, newest.payDate)).toBeVisible();
    // The other tabs do not keep it.
    await payDateLink(page, third.payDate).click();
    await tab(page, 'Detailed View').click();
    await expect(page).toHaveURL('/dashboard?view=detailed');
  },
);

test(
  'PAYOUT-02 an address may name a date far back, one without payouts, or none at all',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    const [newest, oldest] = [days[0], days.at(-1)];
    if (!newest || !oldest) throw new Error('The demo has payouts.');
    const deals = await book.dealsPaidOn(OWN, oldest.payDate);
    await openAs(page, DANA, `${PAYOUTS}&payDate=${oldest.payDate}`);
    await expectTexts(totalRow(page, oldest.payDate), [totalCellsOf(oldest, deals.length)]);
    await page.goto(`${PAYOUTS}&payDate=1999-01-04`);
    await expect(page.getByRole('heading', { name: 'Nothing was paid on 01/04/1999' })).toBeVisible();
    await page.goto(`${PAYOUTS}&payDate=yesterday`);
    await expect(totalRow(page, newest.payDate)).toBeVisible();
  },
);

test(
  'PAYOUT-01 TABLE-02 DASH-07 the download of a date holds all of its deals and adds up to what the screen shows',
  FULL_RUN,
  async ({ page, book }) => {
    const day = await longDay(book, PAGE + 1);
    const deals = await book.dealsPaidOn(OWN, day.payDate);
    await openAs(page, DANA, `${PAYOUTS}&payDate=${day.payDate}`);
    await expect(totalRow(page, day.payDate)).toBeVisible();
    const [, count = '', gross, fee, net, transactions] =
      (await textsOf(totalRow(page, day.payDate)))[0] ?? [];
    const inRow = page.getByRole('button', { name: `Download ${formatDate(day.payDate)}`, exact: true });
    const besideDeals = page.getByRole('button', { name: 'Download', exact: true });
    for (const button of [inRow, besideDeals]) {
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      expect(download.suggestedFilename()).toBe(`payout_${day.payDate}.xlsx`);
      await expect(page.getByText(`Payouts of ${formatDate(day.payDate)} downloaded`)).toBeVisible();
      const { rows, total } = await openPayoutFile(download);
      expect(rows.map(({ mid }) => mid)).toEqual(deals.map(({ mid }) => mid));
      expect(`${rows.length} deals`).toBe(count);
      expect(sumsOf(rows)).toEqual({ gross: total.gross, fee: total.fee, net: total.net });
      expect([formatMoney(total.gross), formatMoney(total.fee), formatMoney(total.net)]).toEqual([
        gross,
        fee,
        net,
      ]);
      expect(String(total.transactions)).toBe(transactions);
    }
    // A download does not change the chosen date.
    await expect(page).toHaveURL(`${PAYOUTS}&payDate=${day.payDate}`);
  },
);

test(
  'PAYOUT-01 SHELL-05 the keyboard alone walks the pay dates, chooses one and gets more',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    const [first, , third] = days;
    const last = days[PAGE - 1];
    if (!first || !third || !last) throw new Error('The demo has payouts.');
    await openAs(page, DANA, PAYOUTS);
    await payDateLink(page, first.payDate).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(payDateLink(page, third.payDate)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(totalRow(page, third.payDate)).toBeVisible();
    await expect(payDateLink(page, third.payDate)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: `Download ${formatDate(third.payDate)}` })).toBeFocused();
    // All rows are one tab stop. The next stop is after them, and reaching it loads more rows.
    await page.keyboard.press('Tab');
    await expect(payDateRows(page)).toHaveCount(2 * PAGE);
    await payDateLink(page, third.payDate).focus();
    await page.keyboard.press('End');
    await expect(payDateLink(page, days[2 * PAGE - 1]?.payDate ?? first.payDate)).toBeFocused();
  },
);

test(
  'PAYOUT-02 tens of thousands of deals keep few rows in the page, and asking for more costs the same',
  FULL_RUN,
  async ({ page, book }) => {
    const TOTAL = 40_000;
    const [newest] = await book.payDatesOf(OWN);
    if (!newest) throw new Error('The demo has payouts.');
    const asked: (bigint | undefined)[] = [];
    const { query, response } = payoutsContract.payDateDeals;
    let first: Output<typeof payoutsContract.payDateDeals> | null = null;
    await page.route(callsOf(payoutsContract.payDateDeals), async (route) => {
      const { after } = z.decode(
        query,
        Object.fromEntries(new URL(route.request().url()).searchParams) as never,
      );
      asked.push(after);
      first ??= z.decode(response, await (await route.fetch()).json());
      const [pattern] = first.payouts;
      if (!pattern) throw new Error('The demo has payouts.');
      const payouts = Array.from({ length: PAGE }, (_, place) => {
        const participationId = (after ?? 0n) + BigInt(place + 1);
        return { ...pattern, participationId, mid: `M${participationId}` };
      });
      await route.fulfill({ json: z.encode(response, { ...first, payouts, total: TOTAL }) });
    });
    await openAs(page, DANA, PAYOUTS);
    await expect(totalRow(page, newest.payDate)).toContainText('40,000 deals');
    await page.mouse.move(1000, 700);
    for (let part = 1; part <= 16; part += 1) {
      await expect
        .poll(async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
          return asked.length;
        })
        .toBeGreaterThan(part);
      expect(await dealRows(page, newest.payDate).count()).toBeLessThan(80);
    }
    expect(asked.slice(0, 4)).toEqual([undefined, 25n, 50n, 75n]);
    await expect(dealRows(page, newest.payDate).last()).toContainText(/M[34]\d\d/);
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test(
  'PAYOUT-01 PAYOUT-02 the payouts take the place that was held for them, nothing moves',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await watchLayoutShifts(page);
    const held = Promise.withResolvers<void>();
    await page.route(callsOf(payoutsContract.payDates), async (route) => {
      await held.promise;
      await route.continue();
    });
    await Promise.all([page.waitForRequest(callsOf(payoutsContract.payDates)), page.goto(PAYOUTS)]);
    const panel = page.getByRole('tabpanel', { name: 'Payouts' });
    await expect(panel.getByText('Pay dates', { exact: true })).toBeVisible();
    const listBefore = await panel.getByText('Pay dates', { exact: true }).boundingBox();
    held.resolve();
    await expect(page.getByRole('group', { name: /^Net payouts by/ })).toBeVisible();
    await expect(panel.getByRole('row', { name: /^Total/ }).last()).toBeVisible();
    expect(await panel.getByText('Pay dates', { exact: true }).boundingBox()).toEqual(listBefore);
    await expectNothingMoved(page);
  },
);

test('PAYOUT-01 a syndicate that was never paid reads why there is nothing', FULL_RUN, async ({ page }) => {
  await openAs(page, EMPTY_BOOK, PAYOUTS);
  await expect(page.getByRole('heading', { name: 'No payouts yet' })).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Payouts' })).toContainText(
    'First Light Funding Partners has not been paid so far.',
  );
});

test(
  'DASH-02 PAYOUT-01 PAYOUT-02 a manager who switched sees the payouts of that syndicate',
  FULL_RUN,
  async ({ page, book }) => {
    const OTHER = 'Twin Lakes Syndicate';
    const [own] = await book.payDatesOf(OWN);
    const [other] = await book.payDatesOf(OTHER);
    if (!own || !other) throw new Error('The demo has payouts.');
    await openAs(page, DANA, `${PAYOUTS}&payDate=${own.payDate}`);
    await expect(totalRow(page, own.payDate)).toContainText(formatMoney(own.net));
    await page.getByRole('combobox', { name: 'Switch View' }).click();
    await page.getByRole('listbox').getByRole('option').filter({ hasText: OTHER }).click();
    await expect(page).toHaveURL(`${PAYOUTS}&syndicate=${await book.idOf(OTHER)}`);
    await expect(totalRow(page, other.payDate)).toContainText(formatMoney(other.net));
    await expect(payDateRows(page).first()).toContainText(formatMoney(other.gross));
  },
);
