import { isExcludedFromBalance } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import {
  anticipatedReturnPercent,
  countedBalance,
  netProfit,
  netProfitPercent,
  paidInPercent,
  paidInRatio,
} from '../../shared/domain/participation.ts';
import { performanceMark } from '../../shared/domain/performance.ts';
import type { Cell, Kind } from '../platform/spreadsheet/values.ts';
import type { Participation } from './participations.queries.ts';
import type { Totals } from './totals.ts';

export type View = 'quickview' | 'detailedview' | 'syndicated_deals';

export interface ExportColumn {
  header: string;
  kind: Kind;
  width: number;
  cell(participation: Participation): Cell;
  /** The column's cell in the total row. */
  total?(totals: Totals): Cell;
  isStruck?(participation: Participation): boolean;
}

const money = (
  header: string,
  cell: (participation: Participation) => Cents,
  total: (totals: Totals) => Cents,
): ExportColumn => ({ header, kind: 'money', width: 16, cell, total });

const agreementDate: ExportColumn = {
  header: 'Agreement Date',
  kind: 'date',
  width: 15,
  cell: (p) => p.agreementDate,
};
const status: ExportColumn = { header: 'Status', kind: 'text', width: 28, cell: (p) => p.status };
const platform: ExportColumn = { header: 'Platform', kind: 'text', width: 20, cell: (p) => p.platform };
const merchant: ExportColumn = { header: 'Merchant', kind: 'text', width: 36, cell: (p) => p.merchantName };
const mid: ExportColumn = { header: 'MID', kind: 'text', width: 14, cell: (p) => p.mid };
const investmentCost = money(
  'Total Investment Cost',
  (p) => p.investmentCost,
  (t) => t.investmentCost,
);
const anticipatedReturn = (header: string) =>
  money(
    header,
    (p) => p.anticipatedReturn,
    (t) => t.anticipatedReturn,
  );
const returnPercent: ExportColumn = {
  header: 'Anticipated return %',
  kind: 'percent',
  width: 12,
  cell: (p) => p.anticipatedReturnPercent,
  total: (t) => anticipatedReturnPercent(t.anticipatedReturn, t.investmentCost),
};
const share = (header: string): ExportColumn => ({
  header,
  kind: 'percent',
  width: 12,
  cell: (p) => p.sharePercent,
});
const balance = money(
  'Balance',
  (p) => countedBalance(p.status, p.remainingBalance),
  (t) => t.countedBalance,
);
const paidIn = (header: string): ExportColumn => ({
  header,
  kind: 'percent',
  width: 12,
  cell: (p) => paidInPercent(p.paidInRatio),
  total: (t) => paidInPercent(paidInRatio(t.collected, t.anticipatedReturn)),
});
const profit = (header: string) =>
  money(
    header,
    (p) => p.netProfit,
    (t) => netProfit(t.totalPayouts, t.investmentCost),
  );

export const COLUMNS: Readonly<Record<View, readonly ExportColumn[]>> = {
  quickview: [
    agreementDate,
    status,
    mid,
    merchant,
    investmentCost,
    anticipatedReturn('Anticipated return'),
    returnPercent,
    balance,
    money(
      'Total Payouts',
      (p) => p.totalPayouts,
      (t) => t.totalPayouts,
    ),
  ],
  detailedview: [
    agreementDate,
    status,
    merchant,
    mid,
    share('Syndicated %'),
    investmentCost,
    anticipatedReturn('Anticipated return'),
    returnPercent,
    {
      // As on the screen, a written-off balance is shown but not included in the total.
      ...money(
        'Current Remaining Balance',
        (p) => p.remainingBalance,
        (t) => t.countedBalance,
      ),
      isStruck: (p) => isExcludedFromBalance(p.status),
    },
    paidIn('Paid In %'),
    {
      header: 'Last Cleared Payment Date',
      kind: 'date',
      width: 15,
      cell: (p) => p.lastClearedDate,
    },
    money(
      'Total Repayments',
      (p) => p.collected,
      (t) => t.collected,
    ),
    profit('Net Profit'),
  ],
  syndicated_deals: [
    agreementDate,
    status,
    platform,
    merchant,
    mid,
    share('% syndicated'),
    money(
      'Syndication Amount',
      (p) => p.participationAmount,
      (t) => t.participationAmount,
    ),
    money(
      'Commission Paid',
      (p) => p.commissionAmount,
      (t) => t.commissionAmount,
    ),
    investmentCost,
    { header: 'Mgt. Fees', kind: 'percent', width: 10, cell: (p) => p.managementFeePercent },
    {
      header: 'Mgt. Fees taken',
      kind: 'text',
      width: 14,
      cell: (p) => (p.managementFeeUpfront === 0 ? null : 'Upfront'),
    },
    anticipatedReturn('Part RTR'),
    balance,
    paidIn('Paid in %'),
    profit('Net profit'),
    {
      header: 'Net profit %',
      kind: 'percent',
      width: 12,
      cell: (p) => netProfitPercent(p.netProfit, p.investmentCost),
      total: (t) => netProfitPercent(netProfit(t.totalPayouts, t.investmentCost), t.investmentCost),
    },
    { header: 'Performance', kind: 'percent', width: 12, cell: (p) => p.performance },
    {
      header: 'Performance in words',
      kind: 'text',
      width: 22,
      cell: (p) => performanceMark(p.status, p.performance, p.due).words,
    },
  ],
};
