import { messyBook } from '../../src/server/testing/messy-book.ts';
import { calendarDate, formatDate } from '../../src/shared/domain/calendar-date.ts';
import { sumMoney, toDecimalString } from '../../src/shared/domain/money.ts';
import { dropBook, isChecked } from '../setup/import-page.ts';
import { asOwner } from '../setup/owner.ts';
import { ADA, OWEN, openAs } from '../setup/portal.ts';
import { expect, test } from '../setup/test.ts';
import { shoot } from './keep.ts';
import { runPortal } from './run-portal.ts';

const INGRID = 'ingrid@harbor.example';
const MARCUS = 'marcus@harbor.example';
const LINES = 40;

/** A day as a processor sends it: some deals of the book, one line twice, one of an unknown deal, and a row that adds them up. */
async function dayFile(): Promise<Buffer> {
  const deals = await asOwner((tx) =>
    tx
      .selectFrom('deals')
      .select(['mid', 'name', 'paymentCents'])
      .where('status', '=', 'Active Advance')
      .where('paymentFrequency', '=', 'DAILY')
      .where('paymentCents', '>', 0n)
      .orderBy('mid', 'desc')
      .limit(LINES)
      .execute(),
  );
  const today = formatDate(
    calendarDate(new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })),
  );
  const [first] = deals;
  if (!first) throw new Error('The book has deals that pay every day.');
  const lines = [...deals, first, { mid: 'HC99120', name: 'Riverside Deli', paymentCents: 212_50n }];
  const amounts = lines.map(({ paymentCents }) => paymentCents ?? 0n);
  return Buffer.from(
    [
      'Deal ID,Merchant,Process Date,Amount',
      ...lines.map(
        ({ mid, name }, place) => `${mid},"${name}",${today},${toDecimalString(amounts[place] ?? 0n)}`,
      ),
      `Total,,,${toDecimalString(sumMoney(amounts))}`,
    ].join('\r\n'),
  );
}

test('a day before it is posted', async ({ page }) => {
  await openAs(page, OWEN, '/desk/payments/post');
  await page.getByLabel('Drop the day’s file here, or choose it').setInputFiles({
    ...{ name: 'settled.csv', mimeType: 'text/csv', buffer: await dayFile() },
  });
  await page.getByLabel('Name of the source').fill('Processor');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Post \d+ lines,/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shoot(page, 'post-the-day');
  await page.getByRole('button', { name: /^Post \d+ lines,/ }).click();
  await expect(page.getByText(/ lines posted, \$/)).toBeVisible();
});

test('a payout run that waits for its approval', async ({ page }) => {
  await openAs(page, INGRID, '/desk/payouts');
  await page
    .getByRole('table', { name: 'Pay dates without a run' })
    .getByRole('button', { name: 'Prepare the run' })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Payout run, / })).toBeVisible();
  await openAs(page, MARCUS, new URL(page.url()).pathname);
  await expect(page.getByRole('button', { name: /^Approve \$/ })).toBeVisible();
  await expect(page.getByText('The run equals the ledger to the cent.')).toBeVisible();
  await shoot(page, 'payout-run');
});

test('an import with what has to be settled', async ({ page }) => {
  await openAs(page, ADA, '/desk/import');
  await dropBook(
    page,
    Object.entries(messyBook('Green Door Capital')).map(([name, buffer]) => ({
      name,
      buffer,
      mimeType: 'text/csv',
    })),
  );
  await isChecked(page);
  await page.waitForLoadState('networkidle');
  await shoot(page, 'import');
});

test('the board, after the night and the day’s file', async ({ page }) => {
  runPortal('reconcile');
  runPortal('report', '--tenant', 'harbor');
  await openAs(page, ADA, '/desk');
  await expect(page.getByRole('region', { name: 'Health' })).toContainText(/parts/);
  await page.waitForLoadState('networkidle');
  await shoot(page, 'desk-board');
});
