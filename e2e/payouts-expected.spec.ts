import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../src/shared/domain/money.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectedBars as bars, PAYOUTS } from './setup/payouts-tab.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const OWN = 'Northgate Partners';
const AHEAD = 20;
const card = (page: Page) => page.getByRole('region', { name: 'Expected payouts' });

test('SCHED-10 the next pay dates, what all add up to, and the net balance of the open shares', async ({
  page,
  book,
}) => {
  const { payDates, undated, undatedCount, openBalance } = await book.forecastOf(OWN);
  const agreed = sumMoney(payDates.map((day) => day.agreed));
  expect(agreed + undated).toBe(openBalance);
  await openAs(page, DANA, PAYOUTS);
  await expect(bars(page)).toHaveCount(AHEAD);
  const labels = await bars(page).evaluateAll((found) => found.map((it) => it.getAttribute('aria-label')));
  expect(labels).toEqual(
    payDates
      .slice(0, AHEAD)
      .map(
        (day) =>
          `Expected ${formatDate(day.payDate)}, ${formatMoney(day.agreed)} as agreed, ${formatMoney(day.atPace)} at the present pace`,
      ),
  );
  await expect(card(page)).toContainText(`As agreed${formatMoney(agreed)}`);
  await expect(card(page)).toContainText(`No date yet${formatMoney(undated)} ${undatedCount} deals`);
  await expect(card(page)).toContainText(`Together the net balance, ${formatMoney(openBalance)}`);
});

test(
  'SCHED-10 SHELL-05 the keyboard walks the expected bars and hears their values',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, PAYOUTS);
    await expect(bars(page)).toHaveCount(AHEAD);
    await bars(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(bars(page).nth(1)).toBeFocused();
    const second = (await bars(page).nth(1).getAttribute('aria-label')) ?? '';
    const [, date = '', amount = ''] = /^Expected (\S+), (\S+) as agreed/.exec(second) ?? [];
    await expect(card(page)).toContainText(`${date} · ${amount}`);
    await page.keyboard.press('End');
    await expect(bars(page).last()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'About As agreed' })).toBeFocused();
    await expect(page.getByRole('tooltip')).toContainText('Portfolio Balance');
  },
);

for (const width of [390, 1024, 1440])
  test(
    `SCHED-10 SHELL-05 the card fits ${width} px, and nothing is wrong with it in light and dark`,
    FULL_RUN,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openAs(page, DANA, PAYOUTS);
      await expect(bars(page)).toHaveCount(AHEAD);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    },
  );

test(
  'SCHED-10 TABLE-02 the forecast is downloaded with its deals, and adds up to the net balance',
  FULL_RUN,
  async ({ page, book }) => {
    const { openBalance } = await book.forecastOf(OWN);
    await openAs(page, DANA, PAYOUTS);
    const download = page.waitForEvent('download');
    await card(page).getByRole('button', { name: 'Forecast' }).click();
    const file = await (await download).path();
    const { sheets } = await readXlsx(new Uint8Array(await readFile(file)));
    expect(sheets.map(({ name }) => name)).toEqual(['Pay dates', 'Deals']);
    const total = Number(openBalance) / 100;
    expect(sheets[0]?.rows.at(-1)?.slice(2)).toEqual([total, total]);
    expect(sheets[1]?.rows.at(-1)?.at(-1)).toBe(total);
  },
);
