import type { SortColumn } from '../../../../shared/contract/participations.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../../shared/domain/money.ts';
import {
  anticipatedReturnPercent,
  countedBalance,
  paidInPercent,
} from '../../../../shared/domain/participation.ts';
import { formatPercent } from '../../../../shared/domain/rate.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { PaidInBar } from '../../../ui/figure/paid-in-bar.tsx';
import { StatusChip } from '../../../ui/figure/status-chip.tsx';
import type { Column } from '../../../ui/table/data-table-types.ts';
import classes from './columns.module.css';
import { MerchantName } from './merchant-name.tsx';
import type { Participation } from './participations.api.ts';

export type ParticipationColumn = Column<Participation, SortColumn>;

interface Figure {
  header: string;
  sort?: SortColumn;
  onCard?: 'figure' | 'more';
  width?: number;
}

/** In a table of many columns each is as narrow as its content allows. */
export const narrow = (column: ParticipationColumn, width: number): ParticipationColumn => ({
  ...column,
  width,
});

export const moneyColumn = (
  { header, sort, onCard = 'figure', width = 96 }: Figure,
  amountOf: (row: Participation) => Cents,
): ParticipationColumn => ({
  header,
  width,
  align: 'end',
  ...(sort && { sort: { by: sort, first: 'desc' } }),
  onCard,
  amountOf,
  skeletonCharacters: 9,
  cell: (row) => <MoneyText amount={amountOf(row)} />,
});

export const agreementDate: ParticipationColumn = {
  header: 'Agreement Date',
  width: 120,
  sort: { by: 'agreementDate', first: 'desc' },
  onCard: 'line',
  skeletonCharacters: 12,
  cell: (row) => formatDate(row.agreementDate),
};

export const status: ParticipationColumn = {
  header: 'Status',
  width: 152,
  wraps: true,
  sort: { by: 'status', first: 'asc' },
  onCard: 'mark',
  skeletonCharacters: 14,
  cell: (row) => (
    <span className={classes['status']}>
      <StatusChip status={row.status} />
    </span>
  ),
};

export const merchant: ParticipationColumn = {
  header: 'Merchant',
  width: 152,
  wraps: true,
  sort: { by: 'merchantName', first: 'asc' },
  pinned: 'start',
  onCard: 'title',
  skeletonCharacters: 20,
  cell: (row) => <MerchantName row={row} />,
};

export const mid: ParticipationColumn = {
  header: 'MID',
  width: 84,
  sort: { by: 'mid', first: 'asc' },
  onCard: 'line',
  skeletonCharacters: 6,
  cell: (row) => row.mid,
};

export const sharePercent = (header: string): ParticipationColumn => ({
  header,
  width: 82,
  align: 'end',
  sort: { by: 'sharePercent', first: 'desc' },
  onCard: 'more',
  skeletonCharacters: 5,
  cell: (row) => formatPercent(row.sharePercent),
});

export const investmentCost = moneyColumn(
  { header: 'Total Investment Cost', sort: 'investmentCost' },
  (row) => row.investmentCost,
);

export const anticipatedReturn = (header: string) =>
  moneyColumn({ header, sort: 'anticipatedReturn' }, (row) => row.anticipatedReturn);

export const returnPercent: ParticipationColumn = {
  header: 'Anticipated return %',
  width: 92,
  align: 'end',
  sort: { by: 'anticipatedReturnPercent', first: 'desc' },
  onCard: 'more',
  skeletonCharacters: 6,
  cell: (row) => formatPercent(anticipatedReturnPercent(row.anticipatedReturn, row.investmentCost)),
};

/** The balance that is still expected. Only the detailed view shows the contract's balance. */
export const balance = moneyColumn({ header: 'Balance', sort: 'countedBalance' }, (row) =>
  countedBalance(row.status, row.remainingBalance),
);

export const paidIn = (header: string): ParticipationColumn => ({
  header,
  width: 86,
  align: 'end',
  sort: { by: 'paidInRatio', first: 'desc' },
  onCard: 'figure',
  skeletonCharacters: 7,
  cell: (row) => <PaidInBar percent={paidInPercent(row.paidInRatio)} />,
});
