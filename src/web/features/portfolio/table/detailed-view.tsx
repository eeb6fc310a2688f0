import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import {
  agreementDate,
  anticipatedReturn,
  investmentCost,
  merchant,
  mid,
  moneyColumn,
  type ParticipationColumn,
  paidIn,
  returnPercent,
  sharePercent,
  status,
} from './columns.tsx';
import { DetailedBalance } from './detailed-balance.tsx';
import { netProfit } from './net-profit.tsx';
import { ParticipationTable } from './participation-table.tsx';
import type { TableViewProps } from './table-view.ts';

const currentBalance: ParticipationColumn = {
  header: 'Current Remaining Balance',
  width: 96,
  align: 'end',
  sort: { by: 'remainingBalance', first: 'desc' },
  amountOf: (row) => row.remainingBalance,
  onCard: 'figure',
  skeletonCharacters: 9,
  cell: (row) => <DetailedBalance row={row} />,
};

const lastCleared: ParticipationColumn = {
  header: 'Last Cleared Payment Date',
  width: 100,
  sort: { by: 'lastClearedDate', first: 'desc' },
  onCard: 'more',
  skeletonCharacters: 9,
  cell: (row) => (row.lastClearedDate ? formatDate(row.lastClearedDate) : 'None yet'),
};

const COLUMNS = [
  agreementDate,
  status,
  { ...merchant, width: 180 },
  mid,
  sharePercent('Syndicated %'),
  investmentCost,
  anticipatedReturn('Anticipated return'),
  returnPercent,
  currentBalance,
  paidIn('Paid In %'),
  lastCleared,
  moneyColumn(
    { header: 'Total Repayments', sort: 'collected', onCard: 'more', width: 98 },
    (row) => row.collected,
  ),
  netProfit('Net Profit'),
];

export function DetailedView(props: TableViewProps) {
  return <ParticipationTable {...props} columns={COLUMNS} exportView="detailedview" />;
}
