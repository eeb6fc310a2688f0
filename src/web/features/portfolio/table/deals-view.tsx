import { formatPercent } from '../../../../shared/domain/rate.ts';
import { pathOf } from '../../../../shared/pages.ts';
import { useUserPermissions } from '../../../session/portal-user.ts';
import classes from './columns.module.css';
import {
  agreementDate,
  anticipatedReturn,
  balance,
  investmentCost,
  merchant,
  mid,
  moneyColumn,
  narrow,
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
  width: 90,
  wraps: true,
  onCard: 'more',
  skeletonCharacters: 8,
  cell: (row) => (
    <span className={classes['platform']} title={row.platform}>
      {row.platform}
    </span>
  ),
};

const managementFee: ParticipationColumn = {
  header: 'Mgt. Fees',
  width: 50,
  align: 'end',
  onCard: 'more',
  skeletonCharacters: 5,
  cell: (row) => (
    <>
      {formatPercent(row.managementFeePercent)}
      {row.managementFeeUpfront !== 0 && <span className={classes['beside']}>Upfront</span>}
    </>
  ),
};

const performance: ParticipationColumn = {
  header: 'Performance',
  width: 130,
  pinned: 'end',
  onCard: 'figure',
  skeletonCharacters: 18,
  cell: ({ status, performance, due, dealCollected, asOf }) => (
    <PerformanceMark {...{ status, performance, due, asOf }} collected={dealCollected} />
  ),
};

const fcsLink: ParticipationColumn = {
  header: 'FCS',
  width: 73,
  pinned: 'end',
  onCard: 'link',
  skeletonCharacters: 8,
  cell: (row) => (
    <a
      className={classes['link']}
      href={pathOf('fileControlSheet', { dealPublicId: row.dealPublicId })}
      target="_blank"
      rel="noopener"
      aria-label={`View FCS of ${row.merchantName}, in a new tab`}
    >
      View FCS
    </a>
  ),
};

/** Sixteen columns that fit a window of 1440 px for amounts of five figures. */
const COLUMNS: readonly ParticipationColumn[] = [
  narrow(agreementDate, 114),
  narrow(status, 114),
  platform,
  narrow(merchant, 122),
  narrow(mid, 66),
  narrow(sharePercent('% syndicated'), 70),
  moneyColumn({ header: 'Syndication Amount', onCard: 'more', width: 76 }, (row) => row.participationAmount),
  moneyColumn({ header: 'Commission Paid', onCard: 'more', width: 76 }, (row) => row.commissionAmount),
  narrow(investmentCost, 76),
  managementFee,
  narrow(anticipatedReturn('Part RTR'), 76),
  narrow(balance, 76),
  narrow(paidIn('Paid in %'), 64),
  narrow(netProfit('Net profit', true), 96),
  performance,
];
const WITH_FCS = [...COLUMNS, fcsLink];

export function DealsView(props: TableViewProps) {
  const permissions = useUserPermissions();
  const columns = permissions.data?.has('view-fcs') ? WITH_FCS : COLUMNS;
  return (
    <ParticipationTable
      {...props}
      columns={columns}
      isDense
      exportView={undefined}
      hasMonth
      hasSortBy
      PayoutDatesControl={PayoutDates}
    />
  );
}
