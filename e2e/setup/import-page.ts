import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What a clerk does at the page of an import. */
export const problem = (page: Page, name: RegExp) => page.getByRole('region', { name });
export const importButton = (page: Page) => page.getByRole('button', { name: /^Import [\d,]+ rows?$/ });
export const isChecked = (page: Page) => expect(page.getByText('Checked', { exact: true })).toBeVisible();

export const dropBook = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.getByLabel('Drop the files here, or choose them').setInputFiles(files);

export interface Answers {
  /** What status words mean. */
  words: Readonly<Record<string, string>>;
  /** One value for all rows, by the name of the field. */
  constants: Readonly<Record<string, string>>;
  /** Problems whose rows are left out. */
  leftOut: readonly RegExp[];
}

const missingAddresses = (page: Page) => problem(page, /E-mail is missing/);

/** Types an address of its own for each new investor and broker. */
async function typeAddresses(page: Page): Promise<void> {
  while ((await missingAddresses(page).count()) > 0) {
    const missing = missingAddresses(page).first();
    const name = (await missing.getAttribute('aria-label')) ?? '';
    for (const field of await missing.getByRole('textbox').all()) {
      const whose = (await field.getAttribute('aria-label')) ?? '';
      await field.fill(`${whose.replaceAll(/[^A-Za-z0-9]/g, '')}@example.com`);
    }
    await missing.getByRole('button', { name: /^Save \d+ address/ }).click();
    await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0);
    await isChecked(page);
  }
}

/** Settles every problem that the page names, in the order in which it shows them, until none is left. */
export async function settleProblems(page: Page, { words, constants, leftOut }: Answers): Promise<void> {
  for (const [word, meaning] of Object.entries(words)) {
    await page.getByLabel(`Meaning of ${word}`).selectOption(meaning);
    await isChecked(page);
  }
  for (const [field, value] of Object.entries(constants)) {
    const missing = problem(page, new RegExp(`${field} is in no column`));
    await missing.getByRole('textbox').fill(value);
    await page.keyboard.press('Enter');
    await expect(missing).toHaveCount(0);
    await isChecked(page);
  }
  const newInvestors = page.getByRole('button', { name: 'All are new investors' });
  if ((await newInvestors.count()) > 0) {
    await newInvestors.click();
    await expect(newInvestors).toHaveCount(0);
    await isChecked(page);
  }
  await typeAddresses(page);
  for (const name of leftOut) {
    await problem(page, name).getByRole('button', { name: 'Leave out' }).click();
    await expect(problem(page, name).getByText('Left out of the import.')).toBeVisible();
    await isChecked(page);
  }
}

export async function importBook(page: Page): Promise<void> {
  await expect(importButton(page)).toBeEnabled();
  await importButton(page).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
}

export async function undoImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
}

export const UNDONE = 'Undone: the book is as it was before';
