import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { type CalendarDate, formatDate } from '../../src/shared/domain/calendar-date.ts';
import { type Cents, formatMoney, sumMoney } from '../../src/shared/domain/money.ts';
import type { BookDealPayout, BookPayDate } from './book-payouts.ts';
import { expect } from './test.ts';

export const PAYOUTS = '/dashboard?view=payouts';

export const payDateRows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Pay dates' }).getByRole('listitem');
export const payDateLink = (page: Page, payDate: CalendarDate): Locator =>
  payDateRows(page).getByRole('link', { name: formatDate(payDate) });
/** The element that scrolls the pay dates, if it is not the window. */
export const payDateScroller = (page: Page): Locator =>
  page.getByRole('list', { name: 'Pay dates' }).locator('..');

export const dealsOf = (page: Page, payDate: CalendarDate): Locator =>
  page.getByRole('table', { name: `Payouts of ${formatDate(payDate)}` });
export const dealRows = (page: Page, payDate: CalendarDate): Locator =>
  dealsOf(page, payDate).locator('tbody > tr[data-index]');
export const totalRow = (page: Page, payDate: CalendarDate): Locator =>
  dealsOf(page, payDate).getByRole('row', { name: /^Total/ });

export const bars = (page: Page): Locator =>
  page.getByRole('group', { name: /^Net payouts by pay date/ }).getByRole('button');
export const expectedBars = (page: Page): Locator =>
  page.getByRole('group', { name: /^Expected payouts by pay date/ }).getByRole('button');
export const bar = (page: Page, payDate: CalendarDate): Locator =>
  page.getByRole('button', { name: new RegExp(`^${formatDate(payDate)}, `) });

export const textsOf = (rows: Locator): Promise<string[][]> =>
  rows.evaluateAll((found) =>
    found.map((row) =>
      [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()),
    ),
  );

/** Waits until they have loaded. */
export const expectTexts = (rows: Locator, texts: string[][]): Promise<void> =>
  expect.poll(() => textsOf(rows)).toEqual(texts);

export const cellsOf = ({ mid, merchantName, gross, fee, net, lines }: BookDealPayout): string[] => [
  mid,
  merchantName,
  formatMoney(gross),
  formatMoney(fee),
  formatMoney(net),
  String(lines),
];

export const totalCellsOf = (day: BookPayDate, dealCount: number): string[] => [
  'Total',
  `${dealCount} ${dealCount === 1 ? 'deal' : 'deals'}`,
  formatMoney(day.gross),
  formatMoney(day.fee),
  formatMoney(day.net),
  String(day.lines),
];

/** The text of a list row without spaces, which come from the style sheet. */
export const rowTextOf = ({ payDate, gross, fee, net, note, isUpcoming }: BookPayDate): string =>
  [
    formatDate(payDate),
    isUpcoming ? 'On its way' : '',
    `Net Pay ${formatMoney(net)} Gross ${formatMoney(gross)} Mgt Fee ${formatMoney(fee)}`,
    note ?? '',
  ]
    .join('')
    .replaceAll(' ', '');

interface PayoutFile {
  rows: { mid: unknown; gross: Cents; fee: Cents; net: Cents; transactions: number }[];
  total: { gross: Cents; fee: Cents; net: Cents; transactions: number };
}

export async function openPayoutFile(download: Download): Promise<PayoutFile> {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
  const [, ...all] = sheets[0]?.rows ?? [];
  const read = (row: readonly unknown[]) => ({
    mid: row[0],
    gross: cents(row[3]),
    fee: cents(row[4]),
    net: cents(row[5]),
    transactions: Number(row[6]),
  });
  return { rows: all.slice(0, -1).map(read), total: read(all.at(-1) ?? []) };
}

const cents = (value: unknown): Cents => BigInt(Math.round(Number(value) * 100));

export const sumsOf = (rows: PayoutFile['rows']) => ({
  gross: sumMoney(rows.map(({ gross }) => gross)),
  fee: sumMoney(rows.map(({ fee }) => fee)),
  net: sumMoney(rows.map(({ net }) => net)),
});
