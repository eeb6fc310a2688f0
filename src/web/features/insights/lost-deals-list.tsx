import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { DealLink } from '../../page/deal-link.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { StatusChip } from '../../ui/figure/status-chip.tsx';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type LossQuarter, useLostDeals } from './insights.api.ts';
import classes from './lost-deals-list.module.css';

interface LostDealsListProps {
  syndicateId: bigint;
  quarter: LossQuarter;
}

/** The lost deals of a quarter, the largest loss first. */
export function LostDealsList({ syndicateId, quarter }: LostDealsListProps) {
  const query = useLostDeals(syndicateId, quarter);
  if (!query.data)
    return query.isError ? (
      <InlineError
        title="The deals did not load"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    ) : (
      <p>
        <Skeleton characters={48} />
      </p>
    );
  const { deals, others } = query.data;
  return (
    <>
      <ul className={classes['deals']}>
        {deals.map((deal) => (
          <li key={deal.dealPublicId} className={classes['deal']}>
            <span className={classes['name']}>
              <DealLink
                dealPublicId={deal.dealPublicId}
                syndicateId={syndicateId}
                merchantName={deal.merchantName}
              />{' '}
              <span className={classes['quiet']}>{deal.mid}</span>
            </span>
            <StatusChip status={deal.status} />
            <span className={classes['quiet']}>
              funded {formatDate(deal.fundedOn)}
              {deal.lostOn && `, lost ${formatDate(deal.lostOn)}`}
            </span>
            <span className={classes['made']}>
              {formatMoney(deal.basis)} − {formatMoney(deal.netPaid)}
            </span>
            <span className={classes['loss']}>
              <MoneyText amount={deal.loss} />
            </span>
          </li>
        ))}
      </ul>
      {others.dealCount > 0 && (
        <p className={classes['others']}>
          {countOf(others.dealCount, 'other')} with losses of {formatMoney(others.loss)}; the spreadsheet has
          all.
        </p>
      )}
    </>
  );
}
