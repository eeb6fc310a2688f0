import type { Page } from '@playwright/test';
import { bankDay } from '../src/server/testing/bank-day.ts';
import { deskPaymentsContract } from '../src/shared/contract/desk-posting.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const ID = () => crypto.randomUUID().slice(0, 8);

const DAY = formatDate(bankDay(1));

/**
 * A file whose columns nobody has seen: one line that would post, the same again, one of another merchant, one of an unknown deal, and one
 * without an amount.
 */
async function dropDay(page: Page, name = 'settled.csv'): Promise<void> {
  await openAs(page, OWEN, '/desk/payments');
  const payments = page.getByRole('table', { name: 'Payments', exact: true });
  // One of the demo's own, because other tests fund and close deals of theirs at the same time.
  const mid = await payments
    .locator('td[data-name="MID"]')
    .filter({ hasText: /^HC\d{5}$/ })
    .last()
    .textContent();
  const cents = String(10 + Math.floor(Math.random() * 89));
  const rows = [
    `Settled ${ID()},,,`,
    `Contract,Amt,Eff Date,Merchant,Memo ${ID()}`,
    `${mid},$0.${cents},${DAY},,a`,
    `${mid},$0.${cents},${DAY},,b`,
    `${mid},$1.${cents},${DAY},Totally Different Bagels LLC,c`,
    `NOBODY-1,$5.00,${DAY},,d`,
    `${mid},see note,${DAY},,e`,
    `Total,$9.99,,,`,
  ];
  await page.getByRole('link', { name: 'Post the day' }).click();
  await page.getByLabel('Drop the day’s file here, or choose it').setInputFiles({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) },
  });
}

test(
  'POST-15 a clerk drops the day, says what its columns hold, and sees totals, effect and problems before anything is posted',
  FULL_RUN,
  async ({ page }) => {
    await dropDay(page);
    await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'MID' })).toHaveValue('Contract');
    await page.getByLabel('Name of the source').fill('Test export');
    await page.keyboard.press('Enter');
    const refused = page.getByRole('table', { name: 'Refused lines' });
    await expect(refused).toContainText('No deal has this MID.');
    const suspected = page.getByRole('table', { name: 'Suspected twice lines' });
    await expect(suspected).toContainText('Same deal, day and amount as line 3.');
    await expect(page.getByText('differs by')).toBeVisible();
    const post = page.getByRole('button', { name: /^Post 1 line,/ });
    await expect(post).toBeDisabled();
    await page.getByLabel('Why it is posted although the totals differ').fill('The bank added its fee.');
    await page.keyboard.press('Enter');
    await expect(post).toBeEnabled();
    await suspected.getByRole('button', { name: 'Post it too' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Post 2 lines,/ })).toBeEnabled();
    await expectAccessible(page);
  },
);

test(
  'POST-18 POST-19 POST-22 a line of another merchant is accepted with a reason, and an amount typed in, with the keyboard alone',
  FULL_RUN,
  async ({ page }) => {
    await dropDay(page);
    await page.getByLabel('Name of the source').fill('Test export');
    await page.keyboard.press('Enter');
    const odd = page.getByRole('table', { name: 'Look at this lines' });
    await expect(odd).toContainText('in the file: Totally Different Bagels LLC');
    await expect(odd).toContainText('The file names Totally Different Bagels LLC, the deal is');
    const accept = page.getByRole('button', { name: 'Accept 0 lines' });
    await expect(accept).toBeDisabled();
    await odd.getByRole('checkbox', { name: 'Accept line 5' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Accept 1 line' }).focus();
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Enter a reason.');
    await page.getByLabel('Why', { exact: true }).fill('The merchant changed its name.');
    await page.keyboard.press('Enter');
    const posting = page.getByRole('table', { name: 'Will post lines' });
    await expect(posting).toContainText('Accepted by Owen Barrett: The merchant changed its name.');
    const refused = page.getByRole('table', { name: 'Refused lines' });
    await refused.getByRole('row', { name: /^7\./ }).getByRole('button', { name: 'Change' }).focus();
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.getByLabel('Amount', { exact: true }).fill('1.23');
    await page.keyboard.press('Enter');
    await expect(posting).toContainText('$1.23');
    await expect(page.getByRole('button', { name: /^Post 3 lines,/ })).toBeVisible();
    await expectPresentable(page);
  },
);

test('POST-24 a file that waits is discarded from the list', FULL_RUN, async ({ page }) => {
  const name = `settled ${ID()}.csv`;
  await dropDay(page, name);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  const files = page.getByRole('table', { name: 'Files that are not posted yet' });
  await files.getByRole('button', { name: `Discard ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard file' }).click();
  await expect(page.getByText('File discarded')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('POST-15 the pages are presentable, and a part that fails says so alone', FULL_RUN, async ({ page }) => {
  await openAs(page, OWEN, '/desk/payments/post');
  await expect(page.getByLabel('Drop the day’s file here, or choose it')).toBeVisible();
  await expectPresentable(page);
  await openAs(page, OWEN, '/desk/payments');
  await expect(page.getByRole('table', { name: 'Payments', exact: true })).toBeVisible();
  await expectPresentable(page);
});

test.describe('POST-15 when the runs do not load', () => {
  test.use({ expectedComplaints: BROKEN });
  test('POST-15 the payments stay', async ({ page }) => {
    await page.route(callsOf(deskPaymentsContract.postingRuns), (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected', message: 'It failed.' } }),
    );
    await openAs(page, OWEN, '/desk/payments');
    await expect(page.getByText('The runs did not load')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Payments', exact: true })).toBeVisible();
  });
});
