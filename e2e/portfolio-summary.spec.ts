import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { formatMoney, wholePercent } from '../src/shared/domain/money.ts';
import {
  multipleOnCost,
  netInvestment,
  portfolioReturnPercent,
} from '../src/shared/domain/portfolio-totals.ts';
import { formatPercent, formatRate } from '../src/shared/domain/rate.ts';
import { alterAnswers } from './setup/altered-answers.ts';
import { databaseUrl } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { payDateRows, totalRow } from './setup/payouts-tab.ts';
import { callsOf, DANA, EMPTY_BOOK, figure, openAs, SAM, tab } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const totals = callsOf(portfolioContract.portfolioTotals);

test('DASH-01 DASH-05 DASH-07 FMT-01 the detailed strip shows what the ledger holds, to the cent', async ({
  page,
  book,
}) => {
  const own = await book.figuresOf('Northgate Partners');
  await openAs(page, DANA, '/dashboard?view=detailed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northgate Partners Portfolio');
  await expect(page).toHaveTitle('Northgate Partners Portfolio · Syndicate Portal');

  const anticipated = figure(page, 'Total Anticipated Return');
  await expect(anticipated).toContainText(formatMoney(own.anticipatedReturn));
  await expect(anticipated).toContainText(`across ${own.deals} deals`);
  await expect(figure(page, 'Total Investment Cost (Sent in)')).toContainText(
    formatMoney(own.investmentCost),
  );
  await expect(figure(page, 'Portfolio Balance')).toContainText(formatMoney(own.portfolioBalance));
  const payouts = figure(page, 'Total Payouts');
  await expect(payouts).toContainText(formatMoney(own.paidPayouts));
  const latest = figure(page, 'Latest Payout');
  await expect(latest).toContainText(formatMoney(own.latestPayout?.netPay ?? 0n));
  await expect(latest).toContainText(own.latestPayout ? formatDate(own.latestPayout.payDate) : 'missing');
  await expect(figure(page, 'Cash Balance')).toContainText(formatMoney(own.cashBalance ?? 0n));
});

test('DASH-06 DASH-07 CALC-01 CALC-02 the simple strip shows what the ledger holds, to the cent', async ({
  page,
  book,
}) => {
  const own = await book.figuresOf('Northgate Partners');
  const cashBalance = own.cashBalance ?? 0n;
  const net = netInvestment({ ...own, cashBalance });
  const percent = portfolioReturnPercent({
    portfolioBalance: own.portfolioBalance,
    netInvestment: net,
    cashBalance,
  });
  await openAs(page, DANA);

  const balance = figure(page, 'Total Portfolio Balance');
  await expect(balance).toContainText(formatMoney(own.portfolioBalance));
  await expect(balance).toContainText(`Cash balance${formatMoney(cashBalance)}`);
  const invested = figure(page, 'Net Investment');
  await expect(invested).toContainText(formatMoney(net));
  await expect(invested).toContainText(`Total investment cost${formatMoney(own.investmentCost)}`);
  const result = figure(page, 'Portfolio Return %');
  await expect(result).toContainText(formatPercent(percent));
  await expect(result).toContainText(`Total payouts${formatMoney(own.paidPayouts)}`);
  await expect(result).toContainText(own.latestPayout ? formatDate(own.latestPayout.payDate) : 'missing');
});

test(
  'RETURN-09 DASH-06 a return on very little says of what, with the multiple on cost as large beside it',
  FULL_RUN,
  async ({ page, book }) => {
    const own = await book.figuresOf('Bluewater Capital Group');
    const net = netInvestment({ ...own, cashBalance: 0n });
    const onCost = multipleOnCost(own.investmentCost, own.totalPayouts, own.portfolioBalance);
    await openAs(page, SAM);
    const result = figure(page, 'Portfolio Return %');
    await expect(result).toContainText(net < 0n ? `of a base of ${formatMoney(net)}` : 'still invested');
    const multiple = result.getByText(`${onCost && formatRate(onCost)}x on cost`);
    const percent = result.getByText(/^.?[\d,]+\.\d\d%$/);
    const sizeOf = (text: typeof multiple) => text.evaluate((element) => getComputedStyle(element).fontSize);
    expect(await sizeOf(multiple)).toBe(await sizeOf(percent));
  },
);

test('DASH-05 DASH-06 PAYOUT-01 what is paid and what is on its way are told apart, and the latter opens to its deals', async ({
  page,
  book,
}) => {
  const own = await book.figuresOf('Northgate Partners');
  const [upcoming, ...more] = own.upcoming;
  if (!upcoming || more.length > 0) throw new Error('The demo book has one pay date that has not come.');
  const day = formatDate(upcoming.payDate).slice(0, 5);
  await openAs(page, DANA);
  const result = figure(page, 'Portfolio Return %');
  await expect(result).toContainText(`Total payouts${formatMoney(own.paidPayouts)}`);
  await expect(result).toContainText(`On its way${formatMoney(upcoming.netPay)}, ${day}`);
  await page.getByRole('button', { name: 'About Portfolio Return %' }).hover();
  await expect(page.getByRole('tooltip')).toContainText(
    `counts every payout that is posted, ${formatMoney(upcoming.netPay)} of it on its way`,
  );
  await page.mouse.move(0, 0);

  await tab(page, 'Detailed View').click();
  const payouts = figure(page, 'Total Payouts');
  await expect(payouts).toContainText(formatMoney(own.paidPayouts));
  await expect(payouts).not.toContainText(formatMoney(own.totalPayouts));
  await expect(payouts).toContainText(`${formatMoney(upcoming.netPay)} on its way, ${day}`);
  await page.getByRole('button', { name: 'About Total Payouts' }).hover();
  const tip = page.getByRole('tooltip');
  await expect(tip).toContainText(`Paid${formatMoney(own.paidPayouts)}`);
  await expect(tip).toContainText(`On its way${formatMoney(upcoming.netPay)}`);
  await expect(tip).toContainText(`Posted${formatMoney(own.totalPayouts)}`);
  await page.mouse.move(0, 0);

  await payouts.getByRole('link', { name: 'on its way' }).click();
  await expect(page).toHaveURL(`/dashboard?view=payouts&payDate=${upcoming.payDate}`);
  const chosen = payDateRows(page).filter({ has: page.locator('[aria-current]') });
  await expect(chosen).toContainText('On its way');
  await expect(chosen).toContainText(formatMoney(upcoming.netPay));
  await expect(totalRow(page, upcoming.payDate)).toContainText(formatMoney(upcoming.netPay));
  await expect(page.getByText('On its way', { exact: true })).toHaveCount(2);
});

test(
  'DASH-05 with nothing on its way the strip tells how much of the cost is back',
  FULL_RUN,
  async ({ page, book }) => {
    const own = await book.figuresOf('Northgate Partners');
    await alterAnswers(page, portfolioContract.portfolioTotals, (answer) => ({
      ...answer,
      paidPayouts: answer.totalPayouts,
      upcomingPayouts: 0n,
      upcomingPayDate: null,
      lastUpcomingPayDate: null,
    }));
    await openAs(page, DANA, '/dashboard?view=detailed');
    const payouts = figure(page, 'Total Payouts');
    await expect(payouts).toContainText(formatMoney(own.totalPayouts));
    const returned = formatPercent(wholePercent(own.totalPayouts, own.investmentCost), 0);
    await expect(payouts).toContainText(`${returned} of cost returned`);
    await tab(page, 'Simple View').click();
    await expect(figure(page, 'Portfolio Return %')).toContainText('On its wayNothing');
  },
);

test(
  'DASH-05 DASH-06 CALC-02 a syndicate without a cash balance sees none and counts with none',
  FULL_RUN,
  async ({ page, book }) => {
    const own = await book.figuresOf('Bluewater Capital Group');
    expect(own.cashBalance).toBeNull();
    await openAs(page, SAM);
    const net = netInvestment({ ...own, cashBalance: 0n });
    await expect(figure(page, 'Net Investment')).toContainText(formatMoney(net));
    await expect(page.getByText('Cash balance')).toBeHidden();
    await tab(page, 'Detailed View').click();
    await expect(figure(page, 'Latest Payout')).toBeVisible();
    await expect(page.getByText('Cash Balance')).toBeHidden();
  },
);

test('DASH-05 DASH-06 an empty book is shown as such, in plain words', FULL_RUN, async ({ page }) => {
  await openAs(page, EMPTY_BOOK);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First Light Funding Partners Portfolio');
  await expect(figure(page, 'Total Portfolio Balance')).toContainText('$0.00');
  await expect(figure(page, 'Portfolio Return %')).toContainText('0.00%');
  await expect(figure(page, 'Portfolio Return %')).toContainText('No payouts yet');
  await expect(page.getByRole('heading', { name: 'No deals yet' })).toBeVisible();
  await tab(page, 'Detailed View').click();
  await expect(figure(page, 'Latest Payout')).toContainText('no payouts yet');
  await expect(figure(page, 'Total Anticipated Return')).toContainText('no deals yet');
});

for (const view of ['simple', 'detailed']) {
  test(
    `DASH-05 DASH-06 ${view}: the figures take the place that was held for them, nothing moves`,
    FULL_RUN,
    async ({ page }) => {
      const { promise: looked, resolve: haveLooked } = Promise.withResolvers<void>();
      await withoutFirstAnswers(page);
      await page.route(totals, async (route) => {
        await looked;
        await route.continue();
      });
      await openAs(page, DANA, `/dashboard?view=${view}`);
      const strip = page.getByRole('region', { name: 'Portfolio summary' });
      await expect(strip).toHaveAttribute('aria-busy', 'true');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const held = await strip.boundingBox();
      haveLooked();
      await expect(strip).toHaveAttribute('aria-busy', 'false');
      expect(await strip.boundingBox()).toEqual(held);
    },
  );
}

test('DASH-07 the dashboard says when the book was last reconciled', FULL_RUN, async ({ page, people }) => {
  // Of a funder of its own: other tests keep statements in the demo's book that its ledger knows nothing of.
  const slug = `reconciled-${crypto.randomUUID().slice(0, 8)}`;
  const email = await people.memberOfNothing();
  await people.joinFunder(email, 'Lakeshore Capital', slug);
  const { stdout } = await promisify(execFile)('node', ['src/server/cli.ts', 'reconcile', '--tenant', slug], {
    env: { ...process.env, DATABASE_URL: databaseUrl('DATABASE_URL') },
  });
  expect(stdout).toContain('Lakeshore Capital reconciles to $0.00');
  await openAs(page, email);
  await expect(page.getByText(/^Reconciled to the cent on \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M$/)).toBeVisible();
});
