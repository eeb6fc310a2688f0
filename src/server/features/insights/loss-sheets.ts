import type { FundedLosses, LossGroup } from '../../../shared/domain/loss.ts';
import type { Analysis } from '../../ledger/analysis/stored-analysis.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Column, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { readAllLostDeals } from './lost-deals.queries.ts';
import type { Book, PartSheets } from './part-sheets.ts';

/** The losses by quarter of funding and of default, and every lost deal with both bases. */
export async function lossSheets(tx: Tx, book: Book, { losses, asOf }: Analysis): Promise<PartSheets> {
  const deals = await readAllLostDeals(tx, { ...book, asOf });
  const sum = (of: 'cost' | 'netRtr' | 'netPaid' | 'lossOfCost' | 'lossOfRtr') =>
    deals.reduce((all, deal) => all + deal[of], 0n);
  const list: Sheet = {
    name: 'Deals',
    columns: [
      { header: 'MID', kind: 'text', width: 14 },
      { header: 'Company Name', kind: 'text', width: 36 },
      { header: 'Status', kind: 'text', width: 26 },
      { header: 'Funded', kind: 'date', width: 13 },
      { header: 'Date of Default', kind: 'date', width: 15 },
      ...AMOUNTS,
    ],
    rows: [
      deals.map((deal) => ({
        cells: [deal.mid, deal.merchantName, deal.status, deal.fundedOn, deal.lostOn, ...amountsOf(deal)],
      })),
    ],
    total: () => [
      ...[null, null, null, null, null],
      ...[sum('cost'), sum('netRtr'), sum('netPaid'), sum('lossOfCost'), sum('lossOfRtr')],
    ],
  };
  return {
    sheets: [bySheet('By funding', losses.byFunding), bySheet('By date of default', losses.byDate), list],
    rowCount: losses.byFunding.length + losses.byDate.length + deals.length,
  };
}

const AMOUNTS: readonly Column[] = [
  { header: 'Cost', kind: 'money', width: 16 },
  { header: 'Net RTR', kind: 'money', width: 16 },
  { header: 'Net Paid', kind: 'money', width: 16 },
  { header: 'Loss of Cost', kind: 'money', width: 16 },
  { header: 'Loss of Net RTR', kind: 'money', width: 16 },
];

const amountsOf = (group: Pick<LossGroup, 'cost' | 'netRtr' | 'netPaid' | 'lossOfCost' | 'lossOfRtr'>) => [
  group.cost,
  group.netRtr,
  group.netPaid,
  group.lossOfCost,
  group.lossOfRtr,
];

/** By funding also what the losses are a part of: all deals of the quarter. */
function bySheet(name: string, groups: readonly (LossGroup | FundedLosses)[]): Sheet {
  const isFunded = name === 'By funding';
  return {
    name,
    columns: [
      { header: 'Quarter From', kind: 'date', width: 13 },
      { header: 'Lost Deals', kind: 'count', width: 11 },
      ...AMOUNTS,
      ...(isFunded ? ALL_DEALS : []),
    ],
    rows: [
      groups.map((group) => ({
        cells: [
          group.quarter,
          group.dealCount,
          ...amountsOf(group),
          ...('ofAll' in group ? [group.ofAll.cost, group.ofAll.netRtr] : []),
        ],
      })),
    ],
  };
}

const ALL_DEALS: readonly Column[] = [
  { header: 'Cost of All Deals', kind: 'money', width: 18 },
  { header: 'Net RTR of All Deals', kind: 'money', width: 20 },
];
