import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createFunderWithDesk } from '../setup/funder-with-desk.ts';
import { dropBook, importBook, isChecked, settleProblems, UNDONE, undoImport } from '../setup/import-page.ts';
import { openAs } from '../setup/portal.ts';
import { expect, test } from '../setup/test.ts';

/** The exports of the book as csv, the day to post as xlsx, and `control-totals.json` with what both come to. */
const folder = process.env['BOOK'] ?? '';
const filesOf = (ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

interface ControlTotals {
  deals: number;
  participations: number;
  history_lines: number;
  history_cleared: string;
  history_returned: string;
  funded: string;
  rtr: string;
  batch_lines_good: number;
  batch_suspected_duplicates: number;
  batch_bad_lines: number;
  batch_cleared: string;
  batch_returned: string;
  collected_after_batch: string;
  collected_per_deal: Record<string, string>;
}

const ANSWERS = {
  words: { 'Slow Pay': 'Partial Payment' },
  constants: { Industry: 'Not known', 'Business started': '03/2019' },
  leftOut: [],
};

const cents = (amount: string) => BigInt(Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100));
const dollars = (amount: bigint) => (Number(amount) / 100).toFixed(2);

let began = Date.now();
const say = (words: string) => process.stdout.write(`${words}\n`);
/** Says how long a step took. */
function took(step: string): void {
  say(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${step}`);
  began = Date.now();
}

async function giveTotals(page: Page, totals: ControlTotals): Promise<void> {
  const collected = dollars(cents(totals.history_cleared) - cents(totals.history_returned));
  for (const [figure, value] of [
    ['Deals', String(totals.deals)],
    ['Shares', String(totals.participations)],
    ['Payment lines', String(totals.history_lines)],
    ['Funded', totals.funded],
    ['RTR', totals.rtr],
    ['Cleared', totals.history_cleared],
    ['Returned', totals.history_returned],
    ['Collected', collected],
  ] as const)
    await page.getByLabel(`${figure} of your system`, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Compare' }).click();
  await isChecked(page);
  await expect(page.getByLabel('agrees')).toHaveCount(8);
}

/** What the list of deals says was collected, by MID. */
async function readCollected(page: Page, deals: number): Promise<Record<string, string>> {
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Deals' }).locator('tbody tr:has(td[data-name="Collected"])');
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded();
    expect(await rows.count()).toBe(deals);
  }).toPass();
  const read = await rows.evaluateAll((all) =>
    all.map((row) => [
      row.querySelector('td span')?.textContent ?? '',
      row.querySelector('td[data-name="Collected"]')?.textContent ?? '',
    ]),
  );
  return Object.fromEntries(read.map(([mid = '', amount = '']) => [mid, dollars(cents(amount))]));
}

async function takeIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  began = Date.now();
  await dropBook(page, filesOf('.csv'));
  await isChecked(page);
  took('book dropped, scanned and checked');
}

test(`a funder's book, with nothing but the browser: ${folder}`, async ({ page }) => {
  const totals = JSON.parse(readFileSync(join(folder, 'control-totals.json'), 'utf8')) as ControlTotals;
  const { mina, close } = await createFunderWithDesk('Seaside Funding');
  await openAs(page, mina, '/desk');
  await takeIn(page);
  await settleProblems(page, ANSWERS);
  took('problems settled');
  await giveTotals(page, totals);
  took('control totals compared');
  await importBook(page);
  took('imported');
  await undoImport(page);
  await expect(page.getByText(UNDONE)).toBeVisible();
  took('undone');
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await expect(page.getByText('There are no deals yet')).toBeVisible();

  // Taken in again: everything that was said is remembered.
  await takeIn(page);
  await giveTotals(page, totals);
  await importBook(page);
  took('imported again, without a question');

  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('link', { name: 'Post the day' }).click();
  began = Date.now();
  await page.getByLabel('The day’s file').setInputFiles(filesOf('.xlsx'));
  await page.getByLabel('Name of the source').fill('Bank');
  await page.getByRole('button', { name: 'Check the lines' }).click();
  const refused = page.getByRole('table', { name: 'Refused lines' });
  const suspected = page.getByRole('table', { name: 'Suspected twice lines' });
  await expect(refused.locator('tbody tr')).toHaveCount(totals.batch_bad_lines);
  await expect(suspected.locator('tbody tr')).toHaveCount(totals.batch_suspected_duplicates);
  took('day dropped and checked');
  for (const table of [refused, suspected])
    for (const row of await table.locator('tbody tr').allInnerTexts())
      say(`          ${row.replaceAll(/\s+/g, ' ')}`);
  await expect(page.getByText('agrees')).toBeVisible();
  const net = dollars(cents(totals.batch_cleared) - cents(totals.batch_returned));
  const post = page.getByRole('button', { name: new RegExp(`^Post ${totals.batch_lines_good} lines`) });
  expect(cents(((await post.textContent()) ?? '').split(', ').at(-1) ?? '')).toBe(cents(net));
  await post.click();
  await expect(page.getByText(/^Posted .+ by Mina Orr/)).toBeVisible();
  took('posted');

  const collected = await readCollected(page, totals.deals);
  expect(collected).toEqual(totals.collected_per_deal);
  const sum = Object.values(collected).reduce((all, amount) => all + cents(amount), 0n);
  expect(dollars(sum)).toBe(totals.collected_after_batch);
  say(`          collected of ${Object.keys(collected).length} deals: all equal, ${dollars(sum)}`);

  // What was posted since keeps the import, and the page says so.
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  // The list as it was looked at last is shown at first, without this one.
  const imports = page.getByRole('table', { name: 'Imports' }).locator('tbody tr');
  await imports
    .filter({ has: page.getByText('Imported', { exact: true }) })
    .getByRole('link')
    .click();
  await expect(page.getByRole('region', { name: 'What keeps this import' })).toContainText(
    'Payments were posted to its deals since',
  );
  took('undoing refused, because a day was posted on it');
  await close();
});
