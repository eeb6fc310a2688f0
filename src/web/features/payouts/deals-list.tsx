import { useRef } from 'react';
import { DealLink } from '../../page/deal-link.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { useRowWindow } from '../../ui/table/use-row-window.ts';
import classes from './deals-list.module.css';
import type { DealsProps } from './deals-table.tsx';
import type { DealPayout } from './payouts.api.ts';

const CARD_HEIGHT = 118;

/** The table's rows as a list, for narrow windows. */
export function DealsList({ label, deals, total, summary, more }: DealsProps) {
  const start = useRef<HTMLDivElement>(null);
  const { indexes, before, after, measure } = useRowWindow({
    start,
    count: deals.length,
    height: CARD_HEIGHT,
    isVirtual: true,
    isInDialog: true,
  });
  return (
    <>
      <section className={classes['total']} aria-label="Total">
        <p className={classes['name']}>Total</p>
        <p className={classes['line']}>
          {countOf(total, 'deal')} · {countOf(summary.transactionCount, 'transaction')}
        </p>
        <Figures of={summary} />
      </section>
      <div ref={start} />
      <ul className={classes['list']} style={{ paddingBlock: `${before}px ${after}px` }} aria-label={label}>
        {indexes.map((index) => {
          const deal = deals[index];
          return (
            deal && (
              <li
                key={deal.participationId.toString()}
                ref={measure}
                data-index={index}
                className={classes['item']}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                <p className={classes['name']}>
                  <DealLink {...deal} syndicateId={summary.syndicateId} />
                </p>
                <p className={classes['line']}>
                  MID {deal.mid} · {countOf(deal.transactionCount, 'transaction')}
                </p>
                <Figures of={deal} />
              </li>
            )
          );
        })}
      </ul>
      <LoadMore what="deals" {...more} />
    </>
  );
}

interface FiguresProps {
  of: Pick<DealPayout, 'gross' | 'managementFee' | 'netPay'> | null;
}

function Figures({ of: payout }: FiguresProps) {
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>Gross Amount</dt>
        <dd>{payout ? <MoneyText amount={payout.gross} /> : <Skeleton characters={8} />}</dd>
      </div>
      <div>
        <dt>Mgt Fee</dt>
        <dd>{payout ? <MoneyText amount={payout.managementFee} /> : <Skeleton characters={6} />}</dd>
      </div>
      <div>
        <dt>Net Pay</dt>
        <dd>{payout ? <MoneyText amount={payout.netPay} /> : <Skeleton characters={8} />}</dd>
      </div>
    </dl>
  );
}

const SKELETON_CARDS = Array.from({ length: 6 }, (_, card) => card);

export function DealsListSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={classes['total']}>
        <CardSkeleton />
      </div>
      <ul className={classes['list']}>
        {SKELETON_CARDS.map((card) => (
          <li key={card} className={classes['item']}>
            <CardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CardSkeleton() {
  return (
    <>
      <p className={classes['name']}>
        <Skeleton characters={20} />
      </p>
      <p className={classes['line']}>
        <Skeleton characters={24} />
      </p>
      <Figures of={null} />
    </>
  );
}
