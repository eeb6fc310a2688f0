import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { returnCodeWords } from '../../../shared/domain/return-codes.ts';
import { alertWords, type SincePart } from '../../../shared/domain/since-words.ts';
import { DealLink } from '../../page/deal-link.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { Chip } from '../../ui/figure/chip.tsx';
import { countOf, groupedCount } from '../../ui/figure/count.ts';
import { StatusChip } from '../../ui/figure/status-chip.tsx';
import type { Since } from './since.api.ts';
import classes from './since-list.module.css';

interface SinceListProps {
  syndicateId: bigint;
  part: SincePart;
  since: Since;
}

export const SinceList = ({ part, since, syndicateId }: SinceListProps) => LISTS[part](since, syndicateId);

const LISTS: Readonly<Record<SincePart, (since: Since, syndicateId: bigint) => ReactNode>> = {
  paidOut: ({ paidOut: { payDates, payDateCount, netPay, paymentCount } }) => (
    <List
      label="Paid out"
      columns={['Pay date', 'Payments', 'Gross', 'Management fee', 'Net pay']}
      amounts={4}
      rows={payDates.map((day) => ({
        key: day.payDate,
        cells: [
          <Link
            key="day"
            from="/dashboard"
            search={(now) => ({ ...now, view: 'payouts' as const, payDate: day.payDate })}
            resetScroll={false}
            preload={false}
            className={classes['link']}
          >
            {formatDate(day.payDate)}
          </Link>,
          groupedCount(day.paymentCount),
          <MoneyText key="gross" amount={day.gross} />,
          <MoneyText key="fee" amount={day.managementFee} />,
          <MoneyText key="net" amount={day.netPay} />,
        ],
      }))}
      count={payDateCount}
      total={{ words: `Total, ${countOf(paymentCount, 'payment')}`, amount: <MoneyText amount={netPay} /> }}
    />
  ),
  newDeals: ({ newDeals: { deals, count, investmentCost } }, syndicateId) => (
    <List
      label="New deals"
      columns={['Agreement date', 'MID', 'Merchant', 'Status', 'Anticipated return', 'Total investment cost']}
      amounts={2}
      rows={deals.map((deal) => ({
        key: deal.mid,
        cells: [
          formatDate(deal.agreementDate),
          ...nameOf(deal, syndicateId),
          <StatusChip key="status" status={deal.status} />,
          <MoneyText key="return" amount={deal.anticipatedReturn} />,
          <MoneyText key="cost" amount={deal.investmentCost} />,
        ],
      }))}
      count={count}
      total={{ words: `Total, ${countOf(count, 'deal')}`, amount: <MoneyText amount={investmentCost} /> }}
    />
  ),
  returned: ({ returned: { payments, count, share } }, syndicateId) => (
    <List
      label="Returned payments"
      columns={['Returned', 'MID', 'Merchant', 'Code', 'Status', 'Payout', 'Your share']}
      amounts={1}
      rows={payments.map((payment, place) => ({
        key: `${payment.mid} ${place}`,
        cells: [
          formatDate(payment.returnedDate),
          ...nameOf(payment, syndicateId),
          <Chip key="code" tone="bad">
            {returnCodeWords(payment.returnCode)}
          </Chip>,
          <StatusChip key="status" status={payment.status} />,
          payment.takenBackOn
            ? `taken back with the payout of ${formatDate(payment.takenBackOn)}`
            : 'had not been paid out',
          <MoneyText key="share" amount={payment.share} />,
        ],
      }))}
      count={count}
      total={{ words: `Total, ${countOf(count, 'payment')}`, amount: <MoneyText amount={share} /> }}
    />
  ),
  statusChanges: ({ statusChanges: { deals, dealCount } }, syndicateId) => (
    <List
      label="Status changes"
      columns={['Changed', 'MID', 'Merchant', 'Before', 'Now']}
      amounts={0}
      rows={deals.map((deal) => ({
        key: deal.mid,
        cells: [
          formatDate(deal.changedOn),
          ...nameOf(deal, syndicateId),
          deal.formerStatus ? <StatusChip key="before" status={deal.formerStatus} /> : 'not known',
          <StatusChip key="now" status={deal.status} />,
        ],
      }))}
      count={dealCount}
    />
  ),
  alerts: ({ alerts: { alerts, newCount, resolvedCount } }, syndicateId) => (
    <List
      label="Alerts"
      columns={['Day', 'MID', 'Merchant', 'Status', 'Alert', 'New or resolved']}
      amounts={0}
      rows={alerts.map((alert) => ({
        key: `${alert.mid} ${alert.reason} ${alert.isNew}`,
        cells: [
          formatDate(alert.onDay),
          ...nameOf(alert, syndicateId),
          <StatusChip key="status" status={alert.status} />,
          alert.reason === 'status' ? `status ${alert.status}` : alertWords(alert.reason),
          <Chip key="new" tone={alert.isNew ? 'watch' : 'good'}>
            {alert.isNew ? 'new' : 'resolved'}
          </Chip>,
        ],
      }))}
      count={newCount + resolvedCount}
    />
  ),
};

const nameOf = (
  { mid, merchantName, dealPublicId }: { mid: string; merchantName: string; dealPublicId: string },
  syndicateId: bigint,
): ReactNode[] => [
  mid,
  <strong key="merchant" className={classes['merchant']}>
    <DealLink dealPublicId={dealPublicId} syndicateId={syndicateId} merchantName={merchantName} />
  </strong>,
];

interface ListProps {
  label: string;
  columns: readonly string[];
  /** How many of the last columns are numbers. */
  amounts: number;
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Of all, of which only the first are listed. */
  count: number;
  total?: { words: string; amount: ReactNode };
}

function List({ label, columns, amounts, rows, count, total }: ListProps) {
  const isAmount = (place: number) => place >= columns.length - amounts || undefined;
  const more = count - rows.length;
  return (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map((name, place) => (
            <th key={name} scope="col" data-amount={isAmount(place)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, place) => (
              <td key={columns[place]} data-amount={isAmount(place)} data-label={columns[place]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {more > 0 && (
          <tr>
            <td colSpan={columns.length}>
              and {groupedCount(more)} more in{' '}
              <Link
                from="/dashboard"
                search={({ syndicate }) => ({
                  syndicate,
                  ...(label === 'Paid out' && { view: 'payouts' as const }),
                  ...(label === 'Alerts' && { watchlist: 'on' as const }),
                })}
                resetScroll={false}
                preload={false}
                className={classes['link']}
              >
                the table
              </Link>
            </td>
          </tr>
        )}
        {total && rows.length > 1 && (
          <tr className={classes['total']}>
            <th scope="row" colSpan={columns.length - 1}>
              {total.words}
            </th>
            <td data-amount="true">{total.amount}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
