import { writeXlsx } from 'hucre/xlsx';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { bankDay } from '../src/server/testing/bank-day.ts';
import { createSyndicate } from '../src/server/testing/factories.ts';
import { messyBook } from '../src/server/testing/messy-book.ts';
import { deskImportsContract } from '../src/shared/contract/desk-imports.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { createFunderWithDesk } from './setup/funder-with-desk.ts';
import {
  dropBook,
  importBook,
  importButton,
  isChecked,
  problem,
  settleProblems,
  UNDONE,
  undoImport,
} from './setup/import-page.ts';
import { ADA, callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

/** The sample with deals and an investor of its own, so that it changes nobody's figures. */
function ownBook(mark: string) {
  const files = Object.entries(messyBook(`Green Door ${mark}`));
  return files.map(([name, bytes]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      bytes
        .toString('latin1')
        .replaceAll(/\b(90[0-2])\b/g, `${mark}$1`)
        .replaceAll('Red Barn LLC', `Red Barn ${mark}`),
      'latin1',
    ),
  }));
}

const ANSWERS = {
  words: { 'Slow Pay': 'Partial Payment' },
  constants: {
    Industry: 'Not known',
    'Business started': '03/2019',
  },
  leftOut: [/Deal is no deal/, /same debit again/],
};

test('IMPORT-23 a messy book is put right, imported, undone and imported again, by pointer and keyboard', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const mark = String(Date.now()).slice(-7);
  await openAs(page, ADA, '/desk');
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  await expectPresentable(page);
  await dropBook(page, ownBook(mark));
  await isChecked(page);
  await expectPresentable(page);
  await expect(importButton(page)).toBeDisabled();
  await settleProblems(page, ANSWERS);
  await page.getByLabel('Collected of your system').fill('1,703.01');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'control total of collected' })).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByLabel('Collected of your system').fill('$1,703.00');
  await page.keyboard.press('Enter');
  await expect(importButton(page)).toBeEnabled();
  await expect(page.getByText('5 deals and investors reconcile')).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectPresentable(page);

  await undoImport(page);
  await expect(page.getByText(UNDONE)).toBeVisible({ timeout: 30_000 });

  // Everything but what is left out is remembered.
  await page.getByRole('link', { name: 'Imports', exact: true }).click();
  await dropBook(page, ownBook(mark));
  await isChecked(page);
  await settleProblems(page, { ...ANSWERS, words: {}, constants: {} });
  await expect(importButton(page)).toBeEnabled();
  await importButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 30_000 });
  await undoImport(page);
  await expect(page.getByText(UNDONE)).toBeVisible({ timeout: 30_000 });
});

const DAY = formatDate(bankDay(1));

/** A day as a processor sends it: a title, a blank row, bad lines, one twice, and a row that adds them up. */
const dayFile = () =>
  writeXlsx({
    sheets: [
      {
        name: 'Batch',
        rows: [
          ['Batch 10/15/26'],
          [],
          ['Deal ID', 'Merchant', 'Process Date', 'Amount', 'Status', 'Return Code'],
          ['900', 'Canal St Bakery', DAY, 140, 'Cleared', ''],
          ['901', 'Café Luna', DAY, 1350, 'Cleared', ''],
          ['902', 'CANAL ST BAKERY', DAY, -213, 'Returned', 'R01'],
          ['900', 'Canal St Bakery', DAY, 140, 'Cleared', ''],
          ['999', 'Nobody', DAY, 5, 'Cleared', ''],
          ['901', 'Café Luna', DAY, 'n/a', 'Cleared', ''],
          ['Total', '', '', 1422, '', ''],
        ] as never,
      },
    ],
  });

test('IMPORT-26 a book and its day come to their control totals with nothing but the browser', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { mina, close } = await createFunderWithDesk('Seaside Funding');
  await openAs(page, mina, '/desk/import');
  const files = Object.entries(messyBook('Green Door')).map(([name, buffer]) => ({
    ...{ name, buffer, mimeType: 'text/csv' },
  }));
  await dropBook(page, files);
  await isChecked(page);
  // A word of the deals' file does not make their shares and payments unknown.
  await expect(problem(page, /Shares: Deal is a deal of these files that is not right yet/)).toBeVisible();
  await settleProblems(page, ANSWERS);
  await importBook(page);

  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('link', { name: 'Post the day' }).click();
  await page.getByLabel('The day’s file').setInputFiles({
    ...{ name: 'Batch 10-15-26.xlsx', buffer: Buffer.from(await dayFile()) },
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
  await page.getByLabel('Name of the source').fill('Bank');
  await page.getByRole('button', { name: 'Check the lines' }).click();
  const refused = page.getByRole('table', { name: 'Refused lines' });
  await expect(refused).toContainText('No deal has this MID.');
  await expect(refused).toContainText('Amount “n/a” is not an amount such as 1,234.50.');
  await expect(page.getByRole('table', { name: 'Suspected twice lines' })).toContainText(
    'Same deal, day and amount as line 4.',
  );
  await expect(page.getByText('agrees')).toBeVisible();
  await page.getByRole('button', { name: 'Post 3 lines, $1,277.00' }).click();
  await expect(page.getByText(/^Posted .+ by Mina Orr/)).toBeVisible();

  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  const collected = page.getByRole('table', { name: 'Deals' }).locator('td[data-name="Collected"]');
  await expect(collected, 'collected per deal').toHaveText(['$0.00', '$2,700.00', '$280.00']);

  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('table', { name: 'Imports' }).getByRole('link').click();
  const obstacles = page.getByRole('region', { name: 'What keeps this import' });
  await expect(obstacles).toContainText('Payments were posted to its deals since');
  await expect(page.getByRole('button', { name: 'Undo this import' })).toBeDisabled();
  await expectPresentable(page);
  await obstacles.getByRole('link', { name: /\(900\)/ }).click();
  await expect(page).toHaveURL(/\/desk\/deals\/\d+$/);
  await close();
});

/** The sample with two names that look like investors of the book. */
const bookWithLikeNames = () =>
  Object.entries(messyBook('Green Door')).map(([name, bytes]) => {
    const more = '900,,Blue Water Cap,5%,10/05/26,4%\r\n901,,Twin Lakes LP,5%,09/14/26,4%\r\n';
    const buffer = name === 'Syndication.csv' ? Buffer.concat([bytes, Buffer.from(more)]) : bytes;
    return { name, buffer, mimeType: 'text/csv' };
  });

test('IMPORT-28 IMPORT-29 IMPORT-30 a name like an investor’s is taken with one click, each new one gets an address, and brokers are asked for', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { mina, tenantId, owner, close } = await createFunderWithDesk('Seaside Funding');
  await withTenant(owner, tenantId, async (tx) => {
    for (const name of ['Bluewater Capital Group', 'Twin Lakes Syndicate'])
      await createSyndicate(tx, tenantId, { name });
  });
  await openAs(page, mina, '/desk/import');
  await dropBook(page, bookWithLikeNames());
  await isChecked(page);
  await expectPresentable(page);

  const like = problem(page, /Investor looks like an existing investor/);
  await expect(like.getByRole('listitem')).toHaveCount(2);
  await expect(like.getByRole('button', { name: 'All are new investors' }), 'one by one').toHaveCount(0);
  await page.getByRole('button', { name: 'All are new investors' }).click();
  const missing = problem(page, /Investors: E-mail is missing/);
  await expect(missing).toBeVisible();
  await expect(like.getByRole('listitem'), 'not passed over').toHaveCount(2);
  await like.getByRole('button', { name: 'Use Bluewater Capital Group' }).click();
  await expect(like.getByRole('listitem')).toHaveCount(1);
  await isChecked(page);
  await like.getByRole('button', { name: 'Use Twin Lakes Syndicate' }).click();
  await expect(like).toHaveCount(0);
  await isChecked(page);

  const address = 'office@harbor.example';
  await missing.getByLabel('E-mail of Green Door').fill(address);
  await missing.getByLabel('E-mail of Red Barn LLC').fill(address);
  await page.keyboard.press('Enter');
  const shared = problem(page, /E-mail is somebody else’s too/);
  await expect(shared).toContainText(`${address} is the address of `);
  await isChecked(page);
  await expect(missing).toHaveCount(0);
  await expectPresentable(page);
  await shared.getByRole('button', { name: /^Share address of / }).click();
  await expect(shared).toHaveCount(0);
  await isChecked(page);

  // Brokers are asked for once their deals have everything else.
  for (const [field, value] of Object.entries(ANSWERS.constants)) {
    const needed = problem(page, new RegExp(`${field} is in no column`));
    await needed.getByRole('textbox').fill(value);
    await page.keyboard.press('Enter');
    await expect(needed).toHaveCount(0);
    await isChecked(page);
  }
  const brokers = problem(page, /Brokers: E-mail is missing/);
  await expect(brokers.getByLabel('E-mail of Brokers United')).toBeVisible();
  await brokers.getByRole('button', { name: 'Leave out' }).click();
  await expect(brokers).toContainText('Their deals come in without a broker.');
  await close();
});

test('IMPORT-10 who may not import finds no way to it', FULL_RUN, async ({ page }) => {
  await openAs(page, OWEN, '/desk');
  await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0);
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });
  test('IMPORT-23 an import that does not load says so', async ({ page }) => {
    await page.route(callsOf(deskImportsContract.run), (route) => route.fulfill({ status: 500, json: {} }));
    await openAs(page, ADA, '/desk/import/1');
    await expect(page.getByText('This import did not load')).toBeVisible();
    await expectPresentable(page);
  });
});
