import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const OWN = 'Northgate Partners';
// Checking a full table for accessibility takes long, and other tests do it.
const FEW = '/dashboard?view=deals&search=royal';
const EXPORT = portfolioContract.exportParticipations.path;

type Table = Record<string, unknown>[];

async function open(download: Download): Promise<Map<string, Table>> {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
  return new Map(
    sheets.map(({ name, rows: [header = [], ...rows] }) => [
      name,
      rows.map((row) => Object.fromEntries(header.map((title, place) => [String(title), row[place]]))),
    ]),
  );
}

const cents = (value: unknown) => BigInt(Math.round(Number(value) * 100));
const sum = (rows: Table, column: string) => rows.reduce((total, row) => total + cents(row[column]), 0n);

const button = (page: Page) => page.getByRole('button', { name: 'Export Report' });

test('TABLE-02 DASH-07 SIMPLE-01 quickview: the file adds up to the ledger, row by row and in its total', async ({
  page,
  book,
}) => {
  const figures = await book.figuresOf(OWN);
  await openAs(page, DANA, '/dashboard?view=simple');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page).click()]);
  expect(download.suggestedFilename()).toBe('quickview.xlsx');
  await expect(page.getByText('Report downloaded')).toBeVisible();
  const deals = (await open(download)).get('Deals') ?? [];
  const [rows, total] = [deals.slice(0, -1), deals.at(-1) ?? {}];
  expect(rows).toHaveLength(figures.deals);
  for (const [column, expected] of [
    ['Total Investment Cost', figures.investmentCost],
    ['Anticipated return', figures.anticipatedReturn],
    ['Balance', figures.portfolioBalance],
    ['Total Payouts', figures.totalPayouts],
  ] as const) {
    expect({ column, rows: sum(rows, column), total: cents(total[column]) }).toEqual({
      column,
      rows: expected,
      total: expected,
    });
  }
});

test('TABLE-02 DETAIL-01 detailedview holds the filter in force', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, '/dashboard?view=detailed&status=Collections&sort=mid');
  await expect(page.getByRole('table', { name: 'Deals' }).getByText('Collections').first()).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page).click()]);
  expect(download.suggestedFilename()).toBe('detailedview.xlsx');
  const tables = await open(download);
  const rows = (tables.get('Deals') ?? []).slice(0, -1);
  expect(rows.length).toBeGreaterThan(2);
  expect(new Set(rows.map((row) => row['Status']))).toEqual(new Set(['Collections']));
  const mids = rows.map((row) => String(row['MID']));
  expect(mids).toEqual(mids.toSorted());
  expect(tables.get('Filter')).toContainEqual({ Filter: 'Status', Value: 'Collections' });
});

test(
  'DEALS-04 TABLE-02 the deals report asks for its dates and is named by them',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, '/dashboard?view=deals');
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: 'Syndicated Deals Report', exact: true });
    await dialog.getByLabel('Start date').fill('10/05/2026');
    await dialog.getByLabel('End date').fill('10/09/2026');
    await page.keyboard.press('Tab');
    const exported = dialog.getByRole('button', { name: 'Export', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), exported.click()]);
    expect(download.suggestedFilename()).toBe('syndicated_deals_2026-10-05_2026-10-09.xlsx');
    const lines = ((await open(download)).get('Payouts') ?? []).slice(0, -1);
    const days = lines.map((line) => (line['Pay Date'] as Date).toISOString().slice(0, 10));
    expect(days.length).toBeGreaterThan(10);
    expect(days.every((day) => day >= '2026-10-05' && day <= '2026-10-09')).toBe(true);
  },
);

test(
  'DEALS-04 an emptied date is none, and what is no time is told and not exported',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, `${FEW}&payoutsFrom=2026-10-05&payoutsTo=2026-10-09`);
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: 'Syndicated Deals Report', exact: true });
    const [start, end] = [
      dialog.getByLabel('Start date', { exact: true }),
      dialog.getByLabel('End date', { exact: true }),
    ];
    const exported = dialog.getByRole('button', { name: 'Export', exact: true });
    await expect(start).toHaveValue('10/05/2026');
    await start.fill('10/12/2026');
    await start.press('Enter');
    await expect(start).toHaveAccessibleDescription('The start is after the end.');
    await start.fill('02/30/2024');
    await start.press('Enter');
    await expect(start).toHaveAccessibleDescription('Not a date: write MM/DD/YYYY.');
    await expect(start).toHaveValue('02/30/2024');
    await expect(dialog).toBeVisible();
    await start.fill('');
    await page.keyboard.press('Tab');
    await expect(start).toHaveValue('');
    await expect(end).toHaveValue('10/09/2026');
    await page.keyboard.press('Tab');
    const [download] = await Promise.all([page.waitForEvent('download'), exported.click()]);
    expect(download.suggestedFilename()).toBe('syndicated_deals_until_2026-10-09.xlsx');
  },
);

test(
  'DEALS-04 SHELL-05 the dialog can be cancelled, and everybody can use it',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, FEW);
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: 'Syndicated Deals Report', exact: true });
    await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
    await dialog.getByLabel('Start date').click();
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
    await expectPresentable(page);
    // A calendar closes when the focus leaves its field, so the focus moves past both fields.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(dialog).toBeHidden();
  },
);

test(
  'TABLE-02 progress is shown while the file comes, and cancelling goes back to the button',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, '/dashboard?view=simple&search=royal');
    const asked = Promise.withResolvers<void>();
    await page.route(`**${EXPORT}`, () => asked.resolve());
    await button(page).click();
    await asked.promise;
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expectPresentable(page);
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith(EXPORT));
    await page.getByRole('button', { name: 'Cancel the export' }).click();
    await given;
    await expect(button(page)).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden();
  },
);

test.describe('when it fails', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('SHELL-04 TABLE-02 an export that fails says so and can be tried again', async ({ page }) => {
    await openAs(page, DANA, '/dashboard?view=simple');
    await page.route(`**${EXPORT}`, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await button(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The export did not finish.' });
    await expect(alert).toBeVisible();
    await page.unroute(`**${EXPORT}`);
    const again = alert.getByRole('button', { name: 'Try again' });
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()]);
    expect(download.suggestedFilename()).toBe('quickview.xlsx');
    await expect(alert).toBeHidden();
  });
});
