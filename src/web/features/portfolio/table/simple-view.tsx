import {
  agreementDate,
  anticipatedReturn,
  balance,
  investmentCost,
  merchant,
  mid,
  moneyColumn,
  narrow,
  returnPercent,
  status,
} from './columns.tsx';
import { ParticipationTable } from './participation-table.tsx';
import type { TableViewProps } from './table-view.ts';

/** Nine columns that fit a window of 1024 px for amounts of five figures. */
const COLUMNS = [
  agreementDate,
  narrow(status, 124),
  mid,
  merchant,
  investmentCost,
  anticipatedReturn('Anticipated return'),
  returnPercent,
  balance,
  moneyColumn({ header: 'Total Payouts', sort: 'totalPayouts' }, (row) => row.totalPayouts),
];

export function SimpleView(props: TableViewProps) {
  return <ParticipationTable {...props} columns={COLUMNS} exportView="quickview" />;
}
