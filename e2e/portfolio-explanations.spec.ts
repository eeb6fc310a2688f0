import { formatMoney, sumMoney } from '../src/shared/domain/money.ts';
import { header } from './setup/deals-table.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { DANA, figure, openAs, SAM, tab } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

test(
  'DASH-05 DASH-06 every figure explains itself with its inputs: by pointer, keyboard and touch',
  FULL_RUN,
  async ({ page, book }) => {
    const own = await book.figuresOf('Bluewater Capital Group');
    await openAs(page, SAM);
    const about = page.getByRole('button', { name: 'About Net Investment' });
    const tip = page.getByRole('tooltip');
    await page.getByRole('button', { name: 'About Total Portfolio Balance' }).focus();
    await page.keyboard.press('Tab');
    await expect(about).toBeFocused();
    await expect(about).toHaveAccessibleDescription(/Your own money that is still at work/);
    await page.keyboard.press('Tab');
    await expect(tip.filter({ hasText: 'as a percent of net investment' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);

    await about.hover();
    await expect(tip).toContainText('Total investment cost less total payouts, plus cash balance.');
    await expect(tip).toContainText(formatMoney(own.totalPayouts));
    await tip.hover();
    await page.waitForTimeout(300);
    await expect(tip).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(tip).toHaveCount(0);

    await tab(page, 'Detailed View').click();
    await expect(page.getByRole('button', { name: /^About / })).toHaveCount(5);
  },
);

test(
  'DASH-05 SIMPLE-01 DETAIL-01 DEALS-02 columns that count posted payouts say what of them is on its way',
  FULL_RUN,
  async ({ page, book }) => {
    const { upcoming } = await book.figuresOf('Northgate Partners');
    const amount = formatMoney(sumMoney(upcoming.map(({ netPay }) => netPay)));
    await openAs(page, DANA);
    for (const [view, column] of [
      ['Simple View', 'Total Payouts'],
      ['Detailed View', 'Net Profit'],
      ['Syndicated Deals', 'Net profit'],
    ] as const) {
      await tab(page, view).click();
      await expect(header(page, column).getByRole('button')).toHaveAttribute(
        'title',
        new RegExp(
          `^Counts every payout that is posted\\. Of the whole book \\${amount} is still on its way`,
        ),
      );
    }
  },
);

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('DASH-06 SHELL-05 a tap opens a figure’s explanation and another tap closes it', async ({ page }) => {
    await openAs(page, DANA);
    await page.getByRole('button', { name: 'About Portfolio Return %' }).tap();
    await expect(page.getByRole('tooltip')).toContainText('as a percent of net investment');
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
});

test(
  'CALC-02 where the funder has set the net investment, that figure counts and says so',
  FULL_RUN,
  async ({ page, book }) => {
    const own = await book.figuresOf('Northgate Partners');
    expect(own.netInvestmentOverride).not.toBeNull();
    await openAs(page, DANA);
    await expect(figure(page, 'Net Investment')).toContainText(formatMoney(own.netInvestmentOverride ?? 0n));
    await page.getByRole('button', { name: 'About Net Investment' }).hover();
    await expect(page.getByRole('tooltip')).toContainText('Set by the funder’s accounting');
  },
);
