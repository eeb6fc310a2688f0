import type { Page } from '@playwright/test';
import { deskPaymentsContract } from '../src/shared/contract/desk-posting.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const ID = () => crypto.randomUUID().slice(0, 8);

/** A file whose columns nobody has seen: one line that would post, the same again, one of an unknown deal. */
async function dropDay(page: Page): Promise<void> {
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
    `Contract,Amt,Eff Date,Memo ${ID()}`,
    `${mid},$0.${cents},10/05/26,a`,
    `${mid},$0.${cents},10/05/26,b`,
    `NOBODY-1,$5.00,10/05/26,c`,
    `Total,$9.99,,`,
  ];
  await page.getByRole('link', { name: 'Post the day' }).click();
  await page.getByLabel('Drop the day’s file here, or choose it').setInputFiles({
    ...{ name: 'settled.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) },
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
    await expect(refused).toContainText('No deal of the tenant has this MID.');
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
