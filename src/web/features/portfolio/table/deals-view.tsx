import { formatPercent } from '../../../../shared/domain/rate.ts';
import { useUserPermissions } from '../../../app/portal-user.ts';
import classes from './columns.module.css';
import {
  agreementDate,
  anticipatedReturn,
  balance,
  investmentCost,
  merchant,
  mid,
  moneyColumn,
  type ParticipationColumn,
  paidIn,
  sharePercent,
  status,
} from './columns.tsx';
import { netProfit } from './net-profit.tsx';
import { ParticipationTable } from './participation-table.tsx';
import { PayoutDates } from './payout-dates.tsx';
import { PerformanceMark } from './performance-mark.tsx';
import type { TableViewProps } from './table-view.ts';

const platform: ParticipationColumn = {
  header: 'Platform',
  width: 88,
  wraps: true,
  onCard: 'more',
  bone: 8,
  cell: (row) => row.platform,
};

const managementFee: ParticipationColumn = {
  header: 'Mgt. Fees',
  width: 62,
  align: 'end',
  onCard: 'more',
  bone: 5,
  cell: (row) => (
    <>
      {formatPercent(row.managementFeePercent)}
      {row.managementFeeUpfront !== 0 && <span className={classes['beside']}>Upfront</span>}
    </>
  ),
};

const performance: ParticipationColumn = {
  header: 'Performance',
  width: 134,
  onCard: 'figure',
  bone: 18,
  cell: (row) => <PerformanceMark status={row.status} performance={row.performance} />,
};

const fcsLink: ParticipationColumn = {
  header: 'FCS',
  width: 78,
  onCard: 'link',
  bone: 8,
  cell: (row) => (
    <a
      className={classes['link']}
      href={`/fcs/${encodeURIComponent(row.dealPublicId)}`}
      target="_blank"
      rel="noopener"
      aria-label={`View FCS of ${row.merchantName}, in a new tab`}
    >
      View FCS
    </a>
  ),
};

const COLUMNS: readonly ParticipationColumn[] = [
  agreementDate,
  status,
  platform,
  merchant,
  mid,
  sharePercent('% syndicated'),
  moneyColumn({ header: 'Syndication Amount', onCard: 'more' }, (row) => row.participationAmount),
  moneyColumn({ header: 'Commission Paid', onCard: 'more', width: 90 }, (row) => row.commissionAmount),
  investmentCost,
  managementFee,
  anticipatedReturn('Part RTR'),
  balance,
  paidIn('Paid in %'),
  netProfit('Net profit', true),
  performance,
];
const WITH_FCS = [...COLUMNS, fcsLink];

export function DealsView(props: TableViewProps) {
  const permissions = useUserPermissions();
  const columns = permissions.data?.canViewFcs ? WITH_FCS : COLUMNS;
  return (
    <ParticipationTable
      {...props}
      columns={columns}
      exportView={undefined}
      hasMonth
      hasSortBy
      PayoutDatesControl={PayoutDates}
    />
  );
}
