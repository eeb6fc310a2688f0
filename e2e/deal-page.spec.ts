import type { Locator, Page } from '@playwright/test';
import { dealPageContract } from '../src/shared/contract/deal-page.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { pathOf } from '../src/shared/pages.ts';
import { expectAccessible } from './setup/accessibility.ts';
import type { Book } from './setup/book.ts';
import type { BookDeal } from './setup/book-deals.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { PAYOUTS } from './setup/payouts-tab.ts';
import { callsOf, DANA, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const NORTHGATE = 'Northgate Partners';
const NOT_FOUND = /^Failed to load resource: the server responded with a status of 404/;

type Which = (deal: BookDeal) => boolean;

const paying: Which = ({ status, collected, paybackAmount }) =>
  status === 'Active Advance' && collected * 4n > paybackAmount;
const completed: Which = ({ status }) => status === 'Advance Completed';
const defaulted: Which = ({ status }) => status === 'Default';

async function openDeal(page: Page, book: Book, isMeant: Which = paying): Promise<BookDeal> {
  const deal = (await book.dealsOf(NORTHGATE)).find(isMeant);
  if (!deal) throw new Error('The book has no such deal.');
  await openAs(page, DANA, pathOf('deal', { dealPublicId: deal.publicId }));
  await expect(page.getByRole('heading', { level: 1, name: deal.merchantName })).toBeVisible();
  return deal;
}

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test(
  'SCHED-09 the page of a deal has the figures of the share, and is presentable',
  FULL_RUN,
  async ({ page, book }) => {
    const deal = await openDeal(page, book);
    const figures = page.getByRole('region', { name: 'Your share in figures' });
    for (const amount of [deal.investmentCost, deal.anticipatedReturn, deal.gross, deal.netPay])
      await expect(figures.getByText(formatMoney(amount), { exact: true }).first()).toBeVisible();
    for (const name of ['Contract and collected', 'Schedule', 'Payouts', 'Terms', 'Terms history', 'Notes'])
      await expect(part(page, name)).toBeVisible();
    await expect(page.getByText(/^Expected payoff \d\d\/\d\d\/\d{4}/)).toBeVisible();
    // Its chart comes with a file of its own.
    await expect(part(page, 'Contract and collected').locator('svg.recharts-surface')).toBeVisible();
    await expectPresentable(page);
  },
);

test('SCHED-09 the arrow keys go from day to day of the schedule, and the line below says what each is', async ({
  page,
  book,
}) => {
  await openDeal(page, book);
  const schedule = part(page, 'Schedule');
  const chosen = schedule.locator('button[aria-pressed="true"]');
  const line = schedule.locator('[aria-live="polite"]');
  await chosen.focus();
  const start = await chosen.getAttribute('data-date');
  await page.keyboard.press('ArrowRight');
  await expect(chosen).toBeFocused();
  await expect(chosen).not.toHaveAttribute('data-date', start ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(chosen).toHaveAttribute('data-date', start ?? '');
  await page.keyboard.press('End');
  await expect(chosen).toBeFocused();
  await expect(line).toContainText('upcoming.');
  await page.keyboard.press('Home');
  await expect(chosen).toBeFocused();
  await expect(line).toContainText(/Your share|no debit/);
});

test(
  'SCHED-09 the payouts of a deal say for which debits they are; the earlier ones come when asked for',
  FULL_RUN,
  async ({ page, book }) => {
    const deal = await openDeal(page, book);
    const payouts = part(page, 'Payouts');
    const rows = payouts.getByRole('table').locator('tbody > tr');
    await expect(payouts.getByRole('columnheader', { name: 'For the debit of' })).toBeVisible();
    await expect(rows).toHaveCount(7);
    await expect(rows.first().getByRole('cell').first()).toHaveText(/^\d\d\/\d\d\/\d{4}/);
    await payouts.getByRole('button', { name: /^Show \d+ earlier payouts?$/ }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(6);
    await expect(payouts.getByRole('row', { name: /^Total, \d+ payouts/ })).toContainText(
      formatMoney(deal.netPay),
    );
  },
);

test(
  'SCHED-09 a deal on the watchlist says why and since when, and a completed one that nothing more is expected',
  FULL_RUN,
  async ({ page, book }) => {
    await openDeal(page, book, defaulted);
    const reasons = part(page, 'On the watchlist').getByRole('listitem');
    await expect(reasons.first()).toContainText(/status is Default\s*since \d\d\/\d\d\/\d{4}/);
    await openDeal(page, book, completed);
    await expect(page.getByText('This deal is closed. Nothing more is expected of it.')).toBeVisible();
    await expect(part(page, 'On the watchlist')).toHaveCount(0);
  },
);

test(
  'SCHED-09 a phone shows one month, payouts as cards, and terms and notes folded',
  FULL_RUN,
  async ({ page, book }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openDeal(page, book);
    const schedule = part(page, 'Schedule');
    const months = schedule.getByRole('heading', { level: 3 });
    await expect(months).toHaveCount(1);
    const shown = await months.textContent();
    const others = schedule.getByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ });
    const other = await others.first().textContent();
    await others.first().click();
    await expect(months).toHaveText(other ?? '');
    await schedule.getByRole('button', { name: shown ?? '', exact: true }).click();
    await expect(months).toHaveText(shown ?? '');
    await expect(part(page, 'Payouts').getByRole('listitem')).toHaveCount(6);
    await expect(page.getByText('Funding amount')).toBeHidden();
    await page.getByRole('heading', { name: 'Terms', exact: true }).click();
    await expect(page.getByText('Funding amount')).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'SCHED-09 a merchant’s name in the payouts of a pay date leads to the page of the deal',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, PAYOUTS);
    const link = page
      .getByRole('table', { name: /^Payouts of / })
      .getByRole('link')
      .first();
    const name = await link.textContent();
    await link.click();
    await expect(page).toHaveURL(/\/deal\/\w+$/);
    await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
  },
);

test(
  'SCHED-09 a merchant’s name in the tables leads to the page of the deal, and the row still opens',
  FULL_RUN,
  async ({ page, book }) => {
    const [deal] = await book.dealsOf(NORTHGATE);
    if (!deal) throw new Error('The book has no deal.');
    await openAs(page, DANA, `/dashboard?view=simple&search=${deal.mid}`);
    await page.getByRole('button', { name: /^Details of / }).click();
    await expect(part(page, 'Payouts')).toBeVisible();
    await page.getByRole('link', { name: deal.merchantName, exact: true }).click();
    await expect(page).toHaveURL(pathOf('deal', { dealPublicId: deal.publicId }));
    await expect(page.getByRole('heading', { level: 1, name: deal.merchantName })).toBeVisible();
  },
);

test.describe('what does not load', FULL_RUN, () => {
  test.use({ expectedComplaints: /^Failed to load resource/ });

  for (const { name, endpoint, failure } of [
    { name: 'Payouts', endpoint: portfolioContract.dealPayouts, failure: 'The payouts did not load' },
    { name: 'Notes', endpoint: portfolioContract.dealNotes, failure: 'The notes did not load' },
  ])
    test(`SCHED-09 SHELL-04 ${name} that do not load say so alone, and trying again brings them`, async ({
      page,
      book,
    }) => {
      await page.route(callsOf(endpoint), (route) => route.fulfill({ status: 500, body: 'broken' }));
      await openDeal(page, book);
      const alert = part(page, name).getByRole('alert');
      await expect(alert).toContainText(failure);
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(part(page, 'Schedule').getByRole('heading', { level: 3 }).first()).toBeVisible();
      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toHaveCount(0);
    });

  test('SCHED-09 SHELL-04 a deal that does not load says so, and trying again brings it', async ({
    page,
    book,
  }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(dealPageContract.dealOfSyndicate), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    const [deal] = await book.dealsOf(NORTHGATE);
    if (!deal) throw new Error('The book has no deal.');
    await openAs(page, DANA, pathOf('deal', { dealPublicId: deal.publicId }));
    await expect(page.getByRole('alert')).toContainText('The deal did not load');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: deal.merchantName })).toBeVisible();
  });
});

test.describe('what is not there', FULL_RUN, () => {
  test.use({ expectedComplaints: NOT_FOUND });

  test('SCHED-09 an address without a deal of one’s own says so', async ({ page }) => {
    await openAs(page, DANA, '/deal/no-such-deal-anywhere');
    await expect(page.getByText('There is no deal for you at this address')).toBeVisible();
  });
});

test(
  'RETURN-13 a deal has its own returns, and its rate opens to the days that it is made of',
  FULL_RUN,
  async ({ page, book }) => {
    await openDeal(page, book, completed);
    const card = part(page, 'Return on this deal');
    await expect(card.getByRole('radio', { name: 'Adjusted' })).toBeChecked();
    await card.getByRole('button', { name: /where from, Yearly rate/ }).click();
    const days = page.getByRole('dialog').getByRole('table', { name: 'Day by day' });
    await expect(days.getByRole('row').nth(1)).toContainText('Paid in');
    await expect(days.getByRole('row').last()).toContainText('Gain');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
