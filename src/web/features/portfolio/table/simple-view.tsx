import {
  agreementDate,
  anticipatedReturn,
  balance,
  investmentCost,
  merchant,
  mid,
  moneyColumn,
  returnPercent,
  status,
} from './columns.tsx';
import { ParticipationTable } from './participation-table.tsx';
import type { TableViewProps } from './table-view.ts';

const COLUMNS = [
  agreementDate,
  status,
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
