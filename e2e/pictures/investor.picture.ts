import { pathOf } from '../../src/shared/pages.ts';
import { DANA, openAs } from '../setup/portal.ts';
import { expect, test } from '../setup/test.ts';
import { shoot } from './keep.ts';
import { runPortal } from './run-portal.ts';

const NORTHGATE = 'Northgate Partners';
const JUNE = 'june@abbottcpa.example';

test.beforeAll(() => {
  // The nightly reconciliation has run, so the portfolio shows when it last succeeded.
  runPortal('reconcile');
});

test('the dashboard, with a deal opened', async ({ page }) => {
  await openAs(page, DANA, '/dashboard?view=detailed');
  await page
    .getByRole('button', { name: /^Details of/ })
    .nth(1)
    .click();
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await shoot(page, 'dashboard');
});

test('the payouts, dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(page, DANA, '/dashboard?view=payouts');
  await page.getByRole('group', { name: /^Net payouts/ }).waitFor();
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await shoot(page, 'payouts');
});

test('insights', async ({ page }) => {
  await openAs(page, DANA, '/dashboard?view=insights');
  await expect(
    page
      .getByRole('region', { name: 'Concentration' })
      .getByText(/ in [\d,]+ deals?$/)
      .first(),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Insights' }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await shoot(page, 'insights');
});

test('the page of a deal', async ({ page, book }) => {
  const deals = await book.dealsOf(NORTHGATE);
  const deal = deals.find(
    ({ status, collected, paybackAmount }) => status === 'Active Advance' && collected * 2n > paybackAmount,
  );
  await openAs(page, DANA, pathOf('deal', { dealPublicId: deal?.publicId ?? '' }));
  await page.getByRole('region', { name: 'Your share in figures' }).waitFor();
  await page.waitForLoadState('networkidle');
  await shoot(page, 'deal');
});

test('the cash account', async ({ page }) => {
  await openAs(page, DANA, '/cash');
  await page.getByText('Balance carried over').first().waitFor();
  await shoot(page, 'cash');
});

test('documents, with what a correction has changed', async ({ page }) => {
  await openAs(page, DANA, '/documents');
  await page.waitForLoadState('networkidle');
  await page.getByText('What changed and why', { exact: true }).first().click();
  await page.getByText('WIRE-20371').first().waitFor();
  await shoot(page, 'documents');
});

test('a file control sheet', async ({ page, book }) => {
  const file = await book.fileOf(NORTHGATE, 'full');
  await openAs(page, DANA, `/fcs/${file.publicId}`);
  await expect(page.locator('.recharts-line-curve')).toHaveCount(2);
  await shoot(page, 'file-control-sheet');
});

test('what the guest sees', async ({ page }) => {
  await openAs(page, JUNE, '/documents');
  await expect(page.getByText('You see Northgate Partners as a guest until', { exact: false })).toBeVisible();
  await page
    .getByRole('list', { name: /^Statements of/ })
    .first()
    .waitFor();
  await shoot(page, 'guest');
});

test('who is let in', async ({ page }) => {
  await openAs(page, DANA, '/profile?tab=guests');
  await expect(page.getByRole('region', { name: 'Guests' })).toContainText('June Abbott');
  await page.getByRole('button', { name: 'Invite a guest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a guest' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Priya Menon');
  await dialog.getByLabel('E-mail').fill('priya@menontax.example');
  await shoot(page, 'guests');
});
