import type { BookDeal } from './setup/book-deals.ts';
import { cell, DEALS, DETAILED, type Header, header, readRows, SIMPLE, table } from './setup/deals-table.ts';
import { FULL_RUN, fullRunUnless } from './setup/full-run.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

/** The sort key of a column. At the first press text is sorted from A to Z, everything else from the largest. */
const KEYS: Partial<Record<Header, (deal: BookDeal) => string | bigint>> = {
  'Agreement Date': (deal) => deal.agreementDate,
  Status: (deal) => deal.status,
  Merchant: (deal) => deal.merchantName.toLowerCase(),
  MID: (deal) => deal.mid,
  'Syndicated %': (deal) => millionths(deal.sharePercent.toFixed(6)),
  '% syndicated': (deal) => millionths(deal.sharePercent.toFixed(6)),
  'Total Investment Cost': (deal) => deal.investmentCost,
  'Anticipated return': (deal) => deal.anticipatedReturn,
  'Part RTR': (deal) => deal.anticipatedReturn,
  'Anticipated return %': (deal) => share(deal.anticipatedReturn - deal.investmentCost, deal.investmentCost),
  'Current Remaining Balance': (deal) => deal.remainingBalance,
  Balance: (deal) => deal.countedBalance,
  'Paid In %': (deal) => share(deal.gross, deal.anticipatedReturn),
  'Paid in %': (deal) => share(deal.gross, deal.anticipatedReturn),
  'Last Cleared Payment Date': (deal) => deal.lastCleared ?? '',
  'Total Repayments': (deal) => deal.gross,
  'Total Payouts': (deal) => deal.netPay,
  'Net Profit': (deal) => deal.netProfit,
  'Net profit': (deal) => deal.netProfit,
};
const TEXT: readonly Header[] = ['Status', 'Merchant', 'MID'];
const UNSORTABLE: readonly Header[] = [
  'Platform',
  'Syndication Amount',
  'Commission Paid',
  'Mgt. Fees',
  'Performance',
  'FCS',
];

const millionths = (decimal: string) => BigInt(decimal.replace('.', ''));
const share = (part: bigint, whole: bigint) => (whole === 0n ? 0n : (part * 1_000_000n) / whole);

function sorted(deals: readonly BookDeal[], column: Header, direction: 1 | -1): string[] {
  const key = KEYS[column];
  if (!key) throw new Error(`${column} has no order.`);
  const compare = (a: BookDeal, b: BookDeal) => {
    const [left, right] = [key(a), key(b)];
    return left === right ? 0 : left < right ? -direction : direction;
  };
  return deals
    .toSorted(compare)
    .slice(0, 25)
    .map((deal) => cell(deal, column));
}

const TABLES: Record<string, { ids: string; columns: readonly Header[] }> = {
  simple: { ids: 'SIMPLE-01', columns: SIMPLE },
  detailed: { ids: 'DETAIL-01', columns: DETAILED },
  deals: { ids: 'DEALS-02', columns: DEALS },
};

for (const [view, { ids, columns }] of Object.entries(TABLES)) {
  test(
    `${ids} TABLE-01 ${view}: each header sorts both ways, on the server, and says so`,
    fullRunUnless(view === 'simple'),
    async ({ page, book }) => {
      test.setTimeout(120_000);
      const deals = await book.dealsOf('Northgate Partners');
      await openAs(page, DANA, `/dashboard?view=${view}`);
      await expect(header(page, 'Agreement Date')).toHaveAttribute('aria-sort', 'descending');
      for (const column of columns) {
        if (UNSORTABLE.includes(column)) {
          await expect(header(page, column).getByRole('button')).toHaveCount(0);
          continue;
        }
        const first = column === 'Agreement Date' || TEXT.includes(column) ? 1 : -1;
        for (const direction of [first, -first] as const) {
          await header(page, column).getByRole('button').click();
          await expect(header(page, column)).toHaveAttribute(
            'aria-sort',
            direction === 1 ? 'ascending' : 'descending',
          );
          await expect(table(page)).toHaveAttribute('aria-busy', 'false');
          const shown = (await readRows(page)).map((row) => row[columns.indexOf(column)]);
          expect({ column, direction, shown }).toEqual({
            column,
            direction,
            shown: sorted(deals, column, direction as 1 | -1),
          });
        }
        await expect(table(page).locator('th[aria-sort$="ending"]')).toHaveCount(1);
      }
    },
  );
}

test(
  'DEALS-01 sort-by is a control of its own, too, and turns the order round',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf('Northgate Partners');
    await openAs(page, DANA, '/dashboard?view=deals');
    const sortBy = page.getByRole('combobox', { name: 'Sort by' });
    await expect(sortBy).toHaveValue('agreementDate');
    await sortBy.selectOption('Net profit');
    await expect(page).toHaveURL('/dashboard?view=deals&sort=-netProfit');
    await expect(header(page, 'Net profit')).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Descending: turn round' }).click();
    await expect(page).toHaveURL('/dashboard?view=deals&sort=netProfit');
    const shown = (await readRows(page)).map((row) => row[DEALS.indexOf('Net profit')]);
    expect(shown).toEqual(sorted(deals, 'Net profit', 1));
  },
);
