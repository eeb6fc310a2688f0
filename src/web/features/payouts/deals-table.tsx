import { useRef } from 'react';
import { DealLink } from '../../page/deal-link.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf, groupedCount } from '../../ui/figure/count.ts';
import { LoadMore, type MoreOfList } from '../../ui/table/load-more.tsx';
import { useRowWindow } from '../../ui/table/use-row-window.ts';
import classes from './deals-table.module.css';
import { DEAL_COLUMNS, DealsTableHead } from './deals-table-head.tsx';
import type { DealPayout, PayDate } from './payouts.api.ts';

export interface DealsProps {
  label: string;
  /** The deals loaded so far. */
  deals: readonly DealPayout[];
  total: number;
  /** The totals of all deals, loaded or not. */
  summary: PayDate;
  more: MoreOfList;
  isInDialog?: boolean;
}

const ROW_HEIGHT = 45;

/** A row for each deal, and the total of all deals, loaded or not. Header and total stay visible. */
export function DealsTable({ label, deals, total, summary, more, isInDialog = false }: DealsProps) {
  const start = useRef<HTMLTableSectionElement>(null);
  const { indexes, before, after, measure } = useRowWindow({
    start,
    count: deals.length,
    height: ROW_HEIGHT,
    isVirtual: true,
    isInDialog,
  });
  return (
    <table
      className={classes['table']}
      data-in-dialog={isInDialog || undefined}
      aria-label={label}
      aria-rowcount={total + 2}
    >
      <DealsTableHead />
      <tbody ref={start} aria-hidden="true">
        {before > 0 && <tr style={{ height: before }} />}
      </tbody>
      <tbody>
        {indexes.map((index) => {
          const deal = deals[index];
          return (
            deal && (
              <tr
                key={deal.participationId.toString()}
                ref={measure}
                data-index={index}
                aria-rowindex={index + 2}
              >
                <td>{deal.mid}</td>
                <th scope="row">
                  <span className={classes['name']} title={deal.merchantName}>
                    <DealLink {...deal} syndicateId={summary.syndicateId} />
                  </span>
                </th>
                <Amounts of={deal} />
              </tr>
            )
          );
        })}
      </tbody>
      <tbody aria-hidden="true">{after > 0 && <tr style={{ height: after }} />}</tbody>
      {more.hasMore && (
        <tbody>
          <tr>
            <td className={classes['more']} colSpan={DEAL_COLUMNS.length}>
              <LoadMore what="deals" {...more} />
            </td>
          </tr>
        </tbody>
      )}
      <tfoot>
        <tr aria-rowindex={total + 2}>
          <th scope="row">Total</th>
          <td>{countOf(total, 'deal')}</td>
          <Amounts of={summary} />
        </tr>
      </tfoot>
    </table>
  );
}

interface AmountsProps {
  of: Pick<DealPayout, 'gross' | 'managementFee' | 'netPay' | 'transactionCount'>;
}

function Amounts({ of: { gross, managementFee, netPay, transactionCount } }: AmountsProps) {
  return (
    <>
      <td>
        <MoneyText amount={gross} />
      </td>
      <td>
        <MoneyText amount={managementFee} />
      </td>
      <td>
        <MoneyText amount={netPay} />
      </td>
      <td>{groupedCount(transactionCount)}</td>
    </>
  );
}
