import type { Page } from '@playwright/test';
import { payoutsContract } from '../src/shared/contract/payouts.ts';
import { type CalendarDate, formatDate } from '../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import {
  bar,
  bars,
  cellsOf,
  dealRows,
  expectTexts,
  openPayoutFile,
  PAYOUTS,
  payDateLink,
  payDateRows,
  textsOf,
  totalCellsOf,
  totalRow,
} from './setup/payouts-tab.ts';
import { callsOf, DANA, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const OWN = 'Northgate Partners';

const dialogOf = (page: Page, payDate: CalendarDate) =>
  page.getByRole('dialog', { name: `Payouts (${formatDate(payDate)})`, exact: true });
const cards = (page: Page, payDate: CalendarDate) =>
  dialogOf(page, payDate)
    .getByRole('list', { name: `Payouts of ${formatDate(payDate)}` })
    .getByRole('listitem');

test(
  'PAYOUT-01 PAYOUT-03 on a phone nothing is chosen at first, and more dates come as the page is scrolled',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    await openAs(page, DANA, PAYOUTS);
    await expect(payDateRows(page)).toHaveCount(25);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(payDateRows(page).locator('[aria-current]')).toHaveCount(0);
    await expect(payDateRows(page).first()).toContainText(formatMoney(days[0]?.net ?? 0n));
    await expectAccessible(page);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(payDateRows(page)).toHaveCount(50);
  },
);

test(
  'PAYOUT-03 PAYOUT-02 DASH-07 choosing a date opens a full-screen dialog with the ledger’s deals and totals',
  FULL_RUN,
  async ({ page, book }) => {
    const [, day] = await book.payDatesOf(OWN);
    if (!day) throw new Error('The demo has payouts.');
    const deals = await book.dealsPaidOn(OWN, day.payDate);
    expect(deals.length).toBeGreaterThan(25);
    await openAs(page, DANA, PAYOUTS);
    await payDateLink(page, day.payDate).click();
    const dialog = dialogOf(page, day.payDate);
    await expect(dialog).toBeVisible();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const total = dialog.getByRole('region', { name: 'Total' });
    for (const text of [
      `${deals.length} deals`,
      `${day.lines} transactions`,
      formatMoney(day.gross),
      formatMoney(day.fee),
      formatMoney(day.net),
    ])
      await expect(total).toContainText(text);
    await expectAccessible(page);

    const seen = new Map<string, string>();
    await page.mouse.move(200, 500);
    await expect
      .poll(async () => {
        for (const text of await cards(page, day.payDate).allTextContents())
          seen.set(/MID (\w+)/.exec(text)?.[1] ?? '', text);
        expect(await cards(page, day.payDate).count()).toBeLessThan(40);
        await page.mouse.wheel(0, 600);
        return seen.size;
      })
      .toBe(deals.length);
    for (const { mid, merchantName, gross, fee, net, lines } of deals) {
      const said = [
        merchantName,
        `${lines} transaction`,
        formatMoney(gross),
        formatMoney(fee),
        formatMoney(net),
      ];
      for (const text of said) expect(seen.get(mid)).toContain(text);
    }
    // Title and close button are still visible.
    await expect(dialog.getByRole('heading', { name: /^Payouts/ })).toBeInViewport();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
  },
);

test(
  'PAYOUT-03 closing, Escape and Back lead to the list and give the focus back to the date',
  FULL_RUN,
  async ({ page, book }) => {
    const [, day] = await book.payDatesOf(OWN);
    if (!day) throw new Error('The demo has payouts.');
    await openAs(page, DANA, PAYOUTS);
    const link = payDateLink(page, day.payDate);
    const waysOut = [
      () => dialogOf(page, day.payDate).getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ];
    for (const leave of waysOut) {
      await link.focus();
      await page.keyboard.press('Enter');
      await expect(dialogOf(page, day.payDate)).toBeVisible();
      await expect(page).toHaveURL(`${PAYOUTS}&payDate=${day.payDate}`);
      await leave();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(PAYOUTS);
      await expect(link).toBeFocused();
    }
    // Closing went back in the history and left no entry.
    await link.click();
    await dialogOf(page, day.payDate).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(dialogOf(page, day.payDate)).toBeVisible();
    // A page opened with the date in the address has no page to go back to.
    await page.goto(`${PAYOUTS}&payDate=${day.payDate}`);
    await dialogOf(page, day.payDate).getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(PAYOUTS);
    await expect(link).toBeFocused();
  },
);

test(
  'PAYOUT-04 on a phone the chart has the last 20 dates, and a tap on a bar opens its dialog',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    const day = days[4];
    if (!day) throw new Error('The demo has payouts.');
    await openAs(page, DANA, PAYOUTS);
    await expect(page.getByRole('region', { name: 'Net payouts' })).toContainText('last 20 pay dates');
    await expect(bars(page)).toHaveCount(20);
    await bar(page, day.payDate).click();
    await expect(dialogOf(page, day.payDate)).toContainText(formatMoney(day.net));
    await page.goBack();
    await expect(bar(page, day.payDate)).toBeFocused();
  },
);

test('PAYOUT-03 PAYOUT-01 the dialog has the date’s download and its note', async ({ page, book }) => {
  const day = (await book.payDatesOf(OWN)).find(({ note }) => note !== null);
  if (!day?.note) throw new Error('The demo has a note.');
  await openAs(page, DANA, `${PAYOUTS}&payDate=${day.payDate}`);
  const dialog = dialogOf(page, day.payDate);
  await expect(dialog).toContainText(day.note);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const { total } = await openPayoutFile(download);
  expect([total.gross, total.fee, total.net]).toEqual([day.gross, day.fee, day.net]);
  await expect(dialog.getByText(`Payouts of ${formatDate(day.payDate)} downloaded`)).toBeVisible();
});

test.describe('on a tablet', FULL_RUN, () => {
  test.use({ viewport: { width: 820, height: 900 } });

  test('PAYOUT-03 PAYOUT-02 the dialog has room for the table', async ({ page, book }) => {
    const [, day] = await book.payDatesOf(OWN);
    if (!day) throw new Error('The demo has payouts.');
    const deals = await book.dealsPaidOn(OWN, day.payDate);
    await openAs(page, DANA, PAYOUTS);
    await payDateLink(page, day.payDate).click();
    await expect(dialogOf(page, day.payDate)).toBeVisible();
    await expectTexts(totalRow(page, day.payDate), [totalCellsOf(day, deals.length)]);
    await expectAccessible(page);
    await page.mouse.move(400, 500);
    // Rows are drawn before they are in sight, and the table gets longer as they are: whoever wants its end scrolls until it is there.
    await expect(async () => {
      await page.mouse.wheel(0, 2000);
      await expect(totalRow(page, day.payDate)).toBeInViewport({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await expect
      .poll(async () => (await textsOf(dealRows(page, day.payDate))).at(-1))
      .toEqual(cellsOf(deals.at(-1) ?? never()));
  });
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('PAYOUT-03 SHELL-04 deals that do not load say so in the dialog and can be tried again', async ({
    page,
    book,
  }) => {
    const [, day] = await book.payDatesOf(OWN);
    if (!day) throw new Error('The demo has payouts.');
    await page.route(callsOf(payoutsContract.payDateDeals), (route) => route.fulfill({ status: 500 }));
    await openAs(page, DANA, `${PAYOUTS}&payDate=${day.payDate}`);
    const dialog = dialogOf(page, day.payDate);
    await expect(dialog.getByRole('alert')).toContainText('The payouts did not load');
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByRole('region', { name: 'Total' })).toContainText(formatMoney(day.net));
  });
});

function never(): never {
  throw new Error('The demo has payouts.');
}
