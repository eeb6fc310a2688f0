import type { Locator, Page } from '@playwright/test';
import { formatDate } from '../../src/shared/domain/calendar-date.ts';
import { formatMoney } from '../../src/shared/domain/money.ts';
import {
  anticipatedReturnPercent,
  netProfitPercent,
  paidInPercent,
  paidInRatio,
} from '../../src/shared/domain/participation.ts';
import { performanceMark } from '../../src/shared/domain/performance.ts';
import { formatPercent } from '../../src/shared/domain/rate.ts';
import type { BookDeal } from './book-deals.ts';
import { expect } from './test.ts';

export const table = (page: Page): Locator => page.getByRole('table', { name: 'Deals' });
export const rows = (page: Page): Locator => table(page).locator('tbody[data-index]:not([aria-hidden])');
export const header = (page: Page, name: string): Locator =>
  table(page).getByRole('columnheader', { name, exact: true });
export const toggleOf = (page: Page, deal: BookDeal): Locator =>
  rows(page)
    .filter({ hasText: deal.mid })
    .getByRole('button', { name: `Details of ${deal.merchantName}` });
export const range = (page: Page): Locator => page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
export const search = (page: Page): Locator => page.getByRole('textbox', { name: 'Search merchant or MID' });
export const statusFilter = (page: Page): Locator => page.getByRole('combobox', { name: 'Status' });

/** The texts of the visible rows, once all of them have loaded. */
export async function readRows(page: Page): Promise<string[][]> {
  await expect(table(page)).toHaveAttribute('aria-busy', 'false');
  return table(page)
    .locator('tbody[data-index] > tr:first-child')
    .evaluateAll((found) =>
      found.map((row) =>
        [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()),
      ),
    );
}

/** The expected text of a cell, computed from the contract and the ledger. */
const CELLS = {
  'Agreement Date': (deal: BookDeal) => formatDate(deal.agreementDate),
  Status: (deal: BookDeal) => deal.status,
  Platform: (deal: BookDeal) => deal.platform,
  Merchant: (deal: BookDeal) => deal.merchantName,
  MID: (deal: BookDeal) => deal.mid,
  'Syndicated %': (deal: BookDeal) => formatPercent(deal.sharePercent),
  '% syndicated': (deal: BookDeal) => formatPercent(deal.sharePercent),
  'Syndication Amount': (deal: BookDeal) => formatMoney(deal.participationAmount),
  'Commission Paid': (deal: BookDeal) => formatMoney(deal.commissionAmount),
  'Total Investment Cost': (deal: BookDeal) => formatMoney(deal.investmentCost),
  'Mgt. Fees': (deal: BookDeal) => formatPercent(deal.feePercent) + (deal.feeUpfront === 0 ? '' : 'Upfront'),
  'Anticipated return': (deal: BookDeal) => formatMoney(deal.anticipatedReturn),
  'Part RTR': (deal: BookDeal) => formatMoney(deal.anticipatedReturn),
  'Anticipated return %': (deal: BookDeal) =>
    formatPercent(anticipatedReturnPercent(deal.anticipatedReturn, deal.investmentCost)),
  Balance: (deal: BookDeal) => formatMoney(deal.countedBalance),
  'Current Remaining Balance': (deal: BookDeal) => formatMoney(deal.remainingBalance),
  'Paid In %': (deal: BookDeal) => paidIn(deal),
  'Paid in %': (deal: BookDeal) => paidIn(deal),
  'Last Cleared Payment Date': (deal: BookDeal) =>
    deal.lastCleared === null ? 'None yet' : formatDate(deal.lastCleared),
  'Total Repayments': (deal: BookDeal) => formatMoney(deal.gross),
  'Total Payouts': (deal: BookDeal) => formatMoney(deal.netPay),
  'Net Profit': (deal: BookDeal) => formatMoney(deal.netProfit),
  'Net profit': (deal: BookDeal) =>
    formatMoney(deal.netProfit) + formatPercent(netProfitPercent(deal.netProfit, deal.investmentCost)),
  Performance: (deal: BookDeal) => performance(deal),
  FCS: () => 'View FCS',
} as const;
export type Header = keyof typeof CELLS;

export const cell = (deal: BookDeal, column: Header): string => CELLS[column](deal);
export const cells = (deal: BookDeal, columns: readonly Header[]): string[] =>
  columns.map((column) => cell(deal, column));

const paidIn = ({ gross, anticipatedReturn }: BookDeal) =>
  formatPercent(paidInPercent(paidInRatio(gross, anticipatedReturn)));

function performance(deal: BookDeal): string {
  const { words } = performanceMark(deal.status, deal.performance, 0n);
  const percent = deal.performance && formatPercent(deal.performance);
  return percent === null || words.includes(percent) ? words : `${words} ${percent}`;
}

export const SIMPLE = [
  'Agreement Date',
  'Status',
  'MID',
  'Merchant',
  'Total Investment Cost',
  'Anticipated return',
  'Anticipated return %',
  'Balance',
  'Total Payouts',
] as const satisfies Header[];

export const DETAILED = [
  'Agreement Date',
  'Status',
  'Merchant',
  'MID',
  'Syndicated %',
  'Total Investment Cost',
  'Anticipated return',
  'Anticipated return %',
  'Current Remaining Balance',
  'Paid In %',
  'Last Cleared Payment Date',
  'Total Repayments',
  'Net Profit',
] as const satisfies Header[];

export const DEALS = [
  'Agreement Date',
  'Status',
  'Platform',
  'Merchant',
  'MID',
  '% syndicated',
  'Syndication Amount',
  'Commission Paid',
  'Total Investment Cost',
  'Mgt. Fees',
  'Part RTR',
  'Balance',
  'Paid in %',
  'Net profit',
  'Performance',
  'FCS',
] as const satisfies Header[];
