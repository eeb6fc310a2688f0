import type { Page } from '@playwright/test';
import type { Endpoint } from '../src/shared/contract/endpoint.ts';
import { forecastContract } from '../src/shared/contract/forecast.ts';
import { payoutsContract } from '../src/shared/contract/payouts.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import {
  bars,
  dealRows,
  expectedBars,
  PAYOUTS,
  payDateRows,
  payDateScroller,
  totalRow,
} from './setup/payouts-tab.ts';
import { callsOf, DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const OWN = 'Northgate Partners';

/** The calls whose URL matches. */
const breakCalls = (page: Page, endpoint: Endpoint, when: RegExp = /./) =>
  page.route(callsOf(endpoint), (route) =>
    when.test(route.request().url()) ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
  );

test(
  'PAYOUT-01 SHELL-04 pay dates that do not load say so, and trying again brings them',
  FULL_RUN,
  async ({ page }) => {
    await breakCalls(page, payoutsContract.payDates);
    await openAs(page, DANA, PAYOUTS);
    await expect(page.getByRole('alert')).toContainText('The payouts did not load');
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(payDateRows(page)).toHaveCount(25);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'PAYOUT-01 SHELL-04 a later page that fails leaves the list alone and can be tried again',
  FULL_RUN,
  async ({ page }) => {
    await breakCalls(page, payoutsContract.payDates, /before=/);
    await openAs(page, DANA, PAYOUTS);
    await expect(payDateRows(page)).toHaveCount(25);
    await payDateScroller(page).evaluate((it) => it.scrollTo(0, it.scrollHeight));
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const alert = page.getByRole('alert').filter({ hasText: 'More pay dates did not load' });
    await expect(alert).toBeVisible();
    await expect(payDateRows(page)).toHaveCount(25);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(payDateRows(page)).toHaveCount(50);
    await expect(alert).toHaveCount(0);
  },
);

test(
  'PAYOUT-02 SHELL-04 deals that do not load, at first or further on, say so and can be tried again',
  FULL_RUN,
  async ({ page, book }) => {
    const [newest] = await book.payDatesOf(OWN);
    if (!newest) throw new Error('The demo has payouts.');
    const deals = await book.dealsPaidOn(OWN, newest.payDate);
    await breakCalls(page, payoutsContract.payDateDeals);
    await openAs(page, DANA, PAYOUTS);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(`The payouts of ${formatDate(newest.payDate)} did not load`);
    await expect(payDateRows(page)).toHaveCount(25);
    await page.unrouteAll();
    await breakCalls(page, payoutsContract.payDateDeals, /after=/);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(totalRow(page, newest.payDate)).toBeVisible();
    await page.mouse.move(1000, 700);
    await page.mouse.wheel(0, 5000);
    await expect(alert).toContainText('More deals did not load');
    await expect(totalRow(page, newest.payDate)).toContainText(`${deals.length} deals`);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toHaveCount(0);
    await page.mouse.wheel(0, 5000);
    await expect(dealRows(page, newest.payDate).last()).toContainText(deals.at(-1)?.mid ?? 'none');
  },
);

test(
  'PAYOUT-04 SHELL-04 a chart that does not load leaves the rest alone and can be tried again',
  FULL_RUN,
  async ({ page }) => {
    await page.route(/net-payout-bars.*\.js$/, (route) => route.abort());
    await openAs(page, DANA, PAYOUTS);
    await expect(payDateRows(page)).toHaveCount(25);
    const alert = page.getByRole('alert').filter({ hasText: 'The chart did not load' });
    await expect(alert).toBeVisible();
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(bars(page)).toHaveCount(60);
  },
);

test(
  'SCHED-10 SHELL-04 a forecast that does not load leaves the rest alone and can be tried again',
  FULL_RUN,
  async ({ page }) => {
    await breakCalls(page, forecastContract.forecast);
    await openAs(page, DANA, PAYOUTS);
    const alert = page.getByRole('alert').filter({ hasText: 'The forecast did not load' });
    await expect(alert).toBeVisible();
    await expect(bars(page)).toHaveCount(60);
    await expect(payDateRows(page)).toHaveCount(25);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(expectedBars(page)).toHaveCount(20);
  },
);

test(
  'PAYOUT-01 TABLE-02 SHELL-04 a download shows that it runs, can be given up, and says when it failed',
  FULL_RUN,
  async ({ page, book }) => {
    // The accessibility check takes long.
    test.slow();
    const [, day] = await book.payDatesOf(OWN);
    if (!day) throw new Error('The demo has payouts.');
    const date = formatDate(day.payDate);
    await openAs(page, DANA, PAYOUTS);
    const button = page.getByRole('button', { name: `Download ${date}`, exact: true });
    const asked = Promise.withResolvers<void>();
    await page.route(callsOf(payoutsContract.exportPayDate), () => asked.resolve());
    await button.click();
    await asked.promise;
    await expect(page.getByRole('progressbar', { name: `Downloading ${date}` })).toBeVisible();
    await expectAccessible(page);
    const given = page.waitForEvent('requestfailed', (request) =>
      callsOf(payoutsContract.exportPayDate).test(request.url()),
    );
    await page.getByRole('button', { name: `Cancel the download of ${date}` }).click();
    await given;
    await expect(button).toBeFocused();
    await page.unrouteAll();
    await breakCalls(page, payoutsContract.exportPayDate);
    await button.click();
    const alert = page.getByRole('alert').filter({ hasText: 'The download did not finish.' });
    await expect(alert).toBeVisible();
    await page.unrouteAll();
    const again = alert.getByRole('button', { name: 'Try again' });
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()]);
    expect(download.suggestedFilename()).toBe(`payout_${day.payDate}.xlsx`);
    await expect(alert).toHaveCount(0);
  },
);
