import type { Page } from '@playwright/test';
import { cashContract } from '../src/shared/contract/cash.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, openAs, PASSWORD, SAM } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const figures = (page: Page) => page.getByRole('region', { name: 'Cash account' });
const movements = (page: Page) => page.getByRole('region', { name: 'Movements' });
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' });

const cents = (money: string) => Math.round(Number(money.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100);
const amountOf = async (page: Page, label: string) =>
  cents(await figures(page).locator('dl > div').filter({ hasText: label }).locator('dd').first().innerText());

test('CASH-12 available and reserved add up to the balance, and the movements to it, month by month', async ({
  page,
}) => {
  await openAs(page, DANA);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cash' }).click();
  await expect(page.getByRole('heading', { name: 'Cash account' })).toBeVisible();
  await expect(figures(page).getByText('as on the dashboard')).toBeVisible();
  const balance = await amountOf(page, 'Cash balance');
  expect((await amountOf(page, 'Available')) + (await amountOf(page, 'Reserved'))).toBe(balance);
  await expect(movements(page).getByText('not counted yet')).toBeVisible();

  const months = movements(page).getByLabel('Month');
  const names = await months.locator('option').allInnerTexts();
  let expected = balance;
  for (const name of names) {
    await months.selectOption({ label: name });
    await expect(page).toHaveURL(new RegExp(`month=${name.slice(3)}-${name.slice(0, 2)}`));
    const foot = movements(page).locator('tfoot td');
    await expect(movements(page)).not.toHaveAttribute('aria-busy', 'true');
    const [moneyIn, moneyOut, closing] = (await foot.allInnerTexts()).map(cents);
    expect({ name, closing }).toEqual({ name, closing: expected });
    const carried = cents(await movements(page).locator('tbody tr').last().locator('td').last().innerText());
    expect(carried + (moneyIn ?? 0) + (moneyOut ?? 0)).toBe(closing);
    // Each row follows from the one below it.
    const rows = await movements(page).locator('tbody tr').allInnerTexts();
    expect(rows.at(-1)).toContain('Balance carried over');
    expected = carried;
  }
  expect(expected).toBe(0);
  await movements(page).getByLabel('Kind').selectOption('Opening');
  await expect(movements(page).locator('tbody')).toContainText('Opening balance');
  await expectAccessible(page);
});

test(
  'CASH-13 a withdrawal that was declined stands beneath what is reserved, with the reason',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, '/cash');
    const earlier = page.getByRole('region', { name: 'Earlier withdrawals' });
    const declined = earlier.getByRole('listitem').filter({ hasText: 'Declined' });
    await expect(declined).toContainText('$75,000.00');
    await expect(declined).toContainText('Needed for the shares that are funded this week.');
    await expect(earlier.getByRole('listitem').filter({ hasText: 'Paid' }).first()).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'CASH-12 a phone has the movements as cards and the form behind a button; nothing overflows',
  FULL_RUN,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, DANA, '/cash');
    await expect(movements(page).getByText('Balance carried over')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Request a withdrawal' }).click();
    await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible();
    await expectAccessible(page);
  },
);

test.describe('when something is refused or fails', FULL_RUN, () => {
  test.use({ expectedComplaints: /^Failed to load resource/ });

  test('CASH-12 CASH-09 a withdrawal shows what is left, is refused above it, and can be cancelled', async ({
    page,
  }) => {
    await openAs(page, DANA, '/cash');
    await expect(figures(page).getByText('as on the dashboard')).toBeVisible();
    const before = await amountOf(page, 'Available');
    await amountField(page).fill('99,000,000');
    await expect(page.getByText(/^The most that you can withdraw is \$/)).toBeVisible();
    await amountField(page).fill('1,234.56');
    await expect(page.getByText('Available after it')).toBeVisible();
    await page.getByRole('button', { name: 'Request withdrawal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw $1,234.56' });
    await expectAccessible(page);
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click();
    await expect(dialog.getByText('Your password is wrong')).toBeVisible();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Request withdrawal' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => amountOf(page, 'Available')).toBe(before - 123_456);
    await page.getByRole('button', { name: 'Cancel the withdrawal of $1,234.56' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the withdrawal' }).click();
    await expect.poll(() => amountOf(page, 'Available')).toBe(before);
  });

  test('CASH-12 movements that do not load say so and leave the figures; without an account there is no page', async ({
    page,
  }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(cashContract.cashMovements), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA, '/cash');
    await expect(movements(page).getByText('The movements did not load')).toBeVisible();
    await expect(figures(page).getByText('no deposit on its way')).toHaveCount(0);
    await expect(figures(page).getByText('as on the dashboard')).toBeVisible();
    await openAs(page, SAM, '/cash');
    await expect(page.getByText('There is no cash account')).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cash' }),
    ).toHaveCount(0);
  });
});
