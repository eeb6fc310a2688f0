import type { Page } from '@playwright/test';
import { formatMoney } from '../src/shared/domain/money.ts';
import { pathOf } from '../src/shared/pages.ts';
import type { Book } from './setup/book.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

const NORTHGATE = 'Northgate Partners';
const NOT_FOUND = /^Failed to load resource: the server responded with a status of 404/;

/** A deal that still pays. */
async function openDeal(page: Page, book: Book) {
  const deals = await book.dealsOf(NORTHGATE);
  const deal = deals.find(({ status, collected }) => status === 'Active Advance' && collected > 0n);
  if (!deal) throw new Error('The book has no active deal.');
  await openAs(page, DANA, pathOf('deal', { dealPublicId: deal.publicId }));
  await expect(page.getByRole('heading', { level: 1, name: deal.merchantName })).toBeVisible();
  return deal;
}

test('SCHED-09 the page of a deal has the figures of the share, and is presentable', async ({
  page,
  book,
}) => {
  const deal = await openDeal(page, book);
  const figures = page.getByRole('region', { name: 'Your share in figures' });
  for (const amount of [deal.investmentCost, deal.anticipatedReturn, deal.gross, deal.netPay])
    await expect(figures.getByText(formatMoney(amount), { exact: true }).first()).toBeVisible();
  for (const name of ['Contract and collected', 'Schedule', 'Payouts', 'Terms', 'Terms history', 'Notes'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await expect(
    page.getByText(/^(Expected payoff \d\d\/\d\d\/\d{4}|How this deal stands has not been worked out yet)/),
  ).toBeVisible();
  await expectPresentable(page);
});

test('SCHED-09 the arrow keys go from day to day of the schedule, and the line below says what each is', async ({
  page,
  book,
}) => {
  await openDeal(page, book);
  const schedule = page.getByRole('region', { name: 'Schedule', exact: true });
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
  await expect(line).toContainText(/your share|no debit/);
});

test('SCHED-09 a merchant’s name in the tables leads to the page of the deal, and the row still opens', async ({
  page,
  book,
}) => {
  const [deal] = await book.dealsOf(NORTHGATE);
  if (!deal) throw new Error('The book has no deal.');
  await openAs(page, DANA, `/dashboard?view=simple&search=${deal.mid}`);
  await page.getByRole('button', { name: /^Details of / }).click();
  await expect(page.getByRole('region', { name: 'Payouts', exact: true })).toBeVisible();
  await page.getByRole('link', { name: deal.merchantName, exact: true }).click();
  await expect(page).toHaveURL(pathOf('deal', { dealPublicId: deal.publicId }));
  await expect(page.getByRole('heading', { level: 1, name: deal.merchantName })).toBeVisible();
});

test.describe('what is not there', () => {
  test.use({ expectedComplaints: NOT_FOUND });

  test('SCHED-09 an address without a deal of one’s own says so', async ({ page }) => {
    await openAs(page, DANA, '/deal/no-such-deal-anywhere');
    await expect(page.getByText('There is no deal for you at this address')).toBeVisible();
  });
});
