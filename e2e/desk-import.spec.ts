import type { Page } from '@playwright/test';
import { messyBook } from '../src/server/testing/messy-book.ts';
import { deskImportsContract } from '../src/shared/contract/desk-imports.ts';
import { KEYBOARD } from './setup/hands.ts';
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

const problem = (page: Page, name: RegExp) => page.getByRole('region', { name });
const importButton = (page: Page) => page.getByRole('button', { name: /^Import [\d,]+ rows?$/ });
const isChecked = (page: Page) => expect(page.getByText('Checked', { exact: true })).toBeVisible();

async function putRight(page: Page): Promise<void> {
  await expect(importButton(page)).toBeDisabled();
  await problem(page, /Status is a word/)
    .getByRole('combobox')
    .selectOption('Partial Payment');
  await isChecked(page);
  for (const [field, value] of [
    ['Industry', 'Not known'],
    ['Business started', '2020-01'],
  ] as const) {
    const missing = problem(page, new RegExp(`${field} is in no column`));
    await missing.getByRole('textbox').fill(value);
    await missing.getByRole('button', { name: 'Use it' }).click();
    await expect(missing).toHaveCount(0);
    await isChecked(page);
  }
  await problem(page, /Investor is no investor/)
    .getByRole('button', { name: 'All are new investors' })
    .click();
  const mail = problem(page, /E-mail is in no column/);
  await mail.getByRole('textbox').fill('office@harbor.example');
  await mail.getByRole('button', { name: 'Use it' }).click();
  await expect(mail).toHaveCount(0);
  await isChecked(page);
  for (const name of [/Deal is no deal/, /same debit again/]) {
    await problem(page, name).getByRole('button', { name: 'Leave out' }).click();
    await expect(problem(page, name).getByText('Left out of the import.')).toBeVisible();
    await isChecked(page);
  }
}

test('IMPORT-23 a messy book is put right, imported, undone and imported again, by pointer and keyboard', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const mark = String(Date.now()).slice(-7);
  await openAs(page, ADA, '/desk');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  await expectPresentable(page);
  await page.getByLabel('Drop the files here, or choose them').setInputFiles(ownBook(mark));
  await isChecked(page);
  await expectPresentable(page);
  await putRight(page);
  await page.getByLabel('Collected of your system').fill('1,703.01');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'control total of collected' })).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByLabel('Collected of your system').fill('$1,703.00');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(importButton(page)).toBeEnabled();
  await importButton(page).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectPresentable(page);

  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Undone: the book is as it was before')).toBeVisible({ timeout: 30_000 });

  // Everything but what is left out is remembered.
  await KEYBOARD.press(page.getByRole('link', { name: 'Imports', exact: true }));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    KEYBOARD.press(page.getByLabel('Drop the files here, or choose them')),
  ]);
  await chooser.setFiles(ownBook(mark));
  await isChecked(page);
  for (const name of [/Deal is no deal/, /same debit again/]) {
    await KEYBOARD.press(problem(page, name).getByRole('button', { name: 'Leave out' }));
    await isChecked(page);
  }
  await expect(importButton(page)).toBeEnabled();
  await KEYBOARD.press(importButton(page));
  await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 30_000 });
  await KEYBOARD.press(page.getByRole('button', { name: 'Undo this import' }));
  await KEYBOARD.press(page.getByRole('button', { name: 'Undo the import' }));
  await expect(page.getByText('Undone: the book is as it was before')).toBeVisible({ timeout: 30_000 });
});

test('IMPORT-10 who may not import finds no way to it', async ({ page }) => {
  await openAs(page, OWEN, '/desk');
  await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0);
});

test.describe('failing', () => {
  test.use({ expectedComplaints: BROKEN });
  test('IMPORT-23 an import that does not load says so', async ({ page }) => {
    await page.route(callsOf(deskImportsContract.run), (route) => route.fulfill({ status: 500, json: {} }));
    await openAs(page, ADA, '/desk/import/1');
    await expect(page.getByText('This import did not load')).toBeVisible();
    await expectPresentable(page);
  });
});
