import type { Page } from '@playwright/test';
import { payoutsContract } from '../src/shared/contract/payouts.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { alterAnswers } from './setup/altered-answers.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { bar, bars, expectedBars, PAYOUTS, payDateLink, textsOf, totalRow } from './setup/payouts-tab.ts';
import { DANA, openAs, tab } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const OWN = 'Northgate Partners';
const SPAN = 60;

const drawnBars = (page: Page) => page.locator('.recharts-bar-rectangle rect');
const mark = (page: Page) => page.locator('.recharts-bar-rectangle path');

test('PAYOUT-04 DASH-07 the bars and what is read out of them are the ledger’s last 60 pay dates', async ({
  page,
  book,
}) => {
  const days = (await book.payDatesOf(OWN)).slice(0, SPAN).toReversed();
  await openAs(page, DANA, PAYOUTS);
  const chart = page.getByRole('region', { name: 'Net payouts' });
  await expect(chart).toContainText('last 60 pay dates');
  await expect(bars(page)).toHaveCount(SPAN);
  const said = days.map(({ payDate, net }) => [formatDate(payDate), formatMoney(net)]);
  const labels = await bars(page).evaluateAll((found) => found.map((it) => it.getAttribute('aria-label')));
  expect(labels).toEqual(said.map((parts) => parts.join(', ')));
  const table = chart.getByRole('table', { name: 'Net payouts by pay date' });
  expect(await textsOf(table.locator('tbody tr'))).toEqual(said);
  // The heights are proportional to the amounts.
  const heights = await drawnBars(page).evaluateAll((found) =>
    found.map((it) => Number(it.getAttribute('height'))),
  );
  const perCent = (heights[0] ?? 0) / Number(days[0]?.net);
  for (const [place, day] of days.entries()) expect(heights[place]).toBeCloseTo(Number(day.net) * perCent, 1);
});

test(
  'PAYOUT-04 a click on a bar chooses its date, also one further back than the list has come',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    const [newest, far] = [days[0], days[SPAN - 5]];
    if (!newest || !far) throw new Error('The demo has payouts.');
    await openAs(page, DANA, PAYOUTS);
    const chart = page.getByRole('region', { name: 'Net payouts' });
    await expect(bar(page, newest.payDate)).toHaveAttribute('aria-pressed', 'true');
    await expect(chart).toContainText(`${formatDate(newest.payDate)} · ${formatMoney(newest.net)}`);
    await bar(page, far.payDate).hover();
    await expect(chart).toContainText(`${formatDate(far.payDate)} · ${formatMoney(far.net)}`);
    await bar(page, far.payDate).click();
    await expect(page).toHaveURL(`${PAYOUTS}&payDate=${far.payDate}`);
    await expect(totalRow(page, far.payDate)).toContainText(formatMoney(far.net));
    await expect(bar(page, far.payDate)).toHaveAttribute('aria-pressed', 'true');
    await expect(bar(page, newest.payDate)).toHaveAttribute('aria-pressed', 'false');
    // Distinguished by more than its color.
    const [marked, pressed] = await Promise.all([
      mark(page).boundingBox(),
      bar(page, far.payDate).boundingBox(),
    ]);
    if (!marked || !pressed) throw new Error('The chart is drawn.');
    expect(Math.abs(marked.x + marked.width / 2 - pressed.x - pressed.width / 2)).toBeLessThan(1.5);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(payDateLink(page, far.payDate)).toHaveAttribute('aria-current', 'page');
    await expect(payDateLink(page, far.payDate)).toBeInViewport();
  },
);

test(
  'PAYOUT-04 SHELL-05 the keyboard walks the bars, hears their values and chooses one',
  FULL_RUN,
  async ({ page, book }) => {
    const days = await book.payDatesOf(OWN);
    const [newest, second, third] = days;
    if (!newest || !second || !third) throw new Error('The demo has payouts.');
    await openAs(page, DANA, PAYOUTS);
    await expect(bars(page)).toHaveCount(SPAN);
    await expect(expectedBars(page).first()).toBeVisible();
    await tab(page, 'Payouts').focus();
    await page.keyboard.press('Tab');
    await expect(bar(page, newest.payDate)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(bar(page, third.payDate)).toBeFocused();
    const chart = page.getByRole('region', { name: 'Net payouts' });
    await expect(chart).toContainText(`${formatDate(third.payDate)} · ${formatMoney(third.net)}`);
    await page.keyboard.press('Enter');
    await expect(totalRow(page, third.payDate)).toContainText(formatMoney(third.net));
    await expect(bar(page, third.payDate)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await expect(totalRow(page, second.payDate)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(bars(page).first()).toBeFocused();
    // All of them are one tab stop.
    await page.keyboard.press('Tab');
    await expect(expectedBars(page).first()).toBeFocused();
  },
);

test(
  'PAYOUT-04 FMT-01 a day on which more was taken back than paid hangs under the line',
  FULL_RUN,
  async ({ page, book }) => {
    // The accessibility check takes long.
    test.slow();
    const [, second] = await book.payDatesOf(OWN);
    if (!second) throw new Error('The demo has payouts.');
    const reversed = { gross: -second.gross, managementFee: -second.fee, netPay: -second.net };
    await alterAnswers(page, payoutsContract.payDates, (answer) => ({
      ...answer,
      payDates: answer.payDates.map((day) =>
        day.payDate === second.payDate ? { ...day, ...reversed } : day,
      ),
    }));
    await openAs(page, DANA, PAYOUTS);
    const fallen = bar(page, second.payDate);
    await expect(fallen).toHaveAccessibleName(`${formatDate(second.payDate)}, ${formatMoney(-second.net)}`);
    const zero = await page.locator('.recharts-reference-line line').boundingBox();
    const body = await drawnBars(page)
      .nth(SPAN - 2)
      .boundingBox();
    const upright = await drawnBars(page).first().boundingBox();
    if (!zero || !body || !upright) throw new Error('The chart is drawn.');
    expect(Math.abs(body.y - zero.y)).toBeLessThan(2);
    expect(body.height).toBeGreaterThan(5);
    expect(Math.abs(upright.y + upright.height - zero.y)).toBeLessThan(2);
    await expect(payDateLink(page, second.payDate)).toContainText(formatMoney(-second.net));
    await expectAccessible(page);
  },
);

test(
  'PAYOUT-04 DASH-04 the chart’s code comes with the tab, not with the dashboard',
  FULL_RUN,
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const hasLoaded = () => scripts.some((path) => path.includes('net-payout-bars'));
    await openAs(page, DANA);
    await page.getByText(/^1–25 of/).waitFor();
    expect(hasLoaded()).toBe(false);
    await tab(page, 'Payouts').click();
    await expect(bars(page)).toHaveCount(SPAN);
    expect(hasLoaded()).toBe(true);
  },
);
