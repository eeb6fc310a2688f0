import { ChartSkeleton } from '../../ui/figure/chart-skeleton.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import table from './deals-table.module.css';
import { DEAL_COLUMNS, DealsTableHead } from './deals-table-head.tsx';
import expected from './expected-payouts.module.css';
import chart from './net-payouts.module.css';
import deals from './pay-date-deals.module.css';
import list from './pay-date-list.module.css';
import { PayDateListHead } from './pay-date-list-head.tsx';
import view from './payouts-view.module.css';

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** The skeleton of the whole tab. Its sections have their own while they load. */
export function PayoutsSkeleton() {
  return (
    <div className={view['view']} aria-hidden="true">
      <div className={view['charts']}>
        <NetPayoutsSkeleton />
        <ExpectedPayoutsSkeleton />
      </div>
      <div className={view['columns']}>
        <PayDateListSkeleton />
        <PayDateDealsSkeleton />
      </div>
    </div>
  );
}

export function NetPayoutsSkeleton() {
  return (
    <div className={chart['card']} aria-hidden="true">
      <div className={chart['head']}>
        <p className={chart['title']}>
          <Skeleton characters={12} />
        </p>
      </div>
      <div className={chart['chart']}>
        <ChartSkeleton />
      </div>
    </div>
  );
}

export function ExpectedPayoutsSkeleton() {
  return (
    <div className={`${chart['card']} ${expected['card']}`} aria-hidden="true">
      <div className={chart['head']}>
        <p className={chart['title']}>
          <Skeleton characters={14} />
        </p>
      </div>
      <div className={expected['bars']}>
        <ChartSkeleton />
      </div>
      <div className={expected['figures']} />
      <div className={expected['foot']} />
    </div>
  );
}

function PayDateListSkeleton() {
  return (
    <div className={list['frame']}>
      <PayDateListHead />
      <ul className={list['list']}>
        {ROWS.map((row) => (
          <li key={row} className={list['row']}>
            <div className={list['link']}>
              <span className={list['date']}>
                <Skeleton characters={10} />
              </span>
              <span className={list['net']}>
                <Skeleton characters={10} />
              </span>
              <span className={list['parts']}>
                <Skeleton characters={14} />
                <Skeleton characters={14} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function PayDateDealsSkeleton() {
  return (
    <div className={deals['deals']} aria-hidden="true">
      <div className={deals['head']}>
        <p className={deals['title']}>
          <Skeleton characters={10} />
        </p>
      </div>
      <DealsTableSkeleton />
    </div>
  );
}

export function DealsTableSkeleton() {
  return (
    <table className={table['table']}>
      <DealsTableHead />
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            {DEAL_COLUMNS.map(({ header, skeletonCharacters }) => (
              <td key={header}>
                <Skeleton characters={skeletonCharacters} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
