import { useId } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { countOf } from '../../ui/figure/count.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { useTableTop } from '../../ui/table/use-table-top.ts';
import { DealsTable } from './deals-table.tsx';
import { NothingPaid } from './nothing-paid.tsx';
import classes from './pay-date-deals.module.css';
import { PayDateDownload } from './pay-date-download.tsx';
import { aboutPayout, PayoutChip } from './payout-state.tsx';
import { usePayDateDeals } from './payouts.api.ts';
import { PayDateDealsSkeleton } from './payouts-skeleton.tsx';
import type { PayDateOfSyndicate } from './use-pay-date-download.ts';

/** What each deal paid on the chosen pay date, beside the list of pay dates. */
export function PayDateDeals({ syndicateId, payDate }: PayDateOfSyndicate) {
  const titleId = useId();
  const top = useTableTop(payDate);
  const { loaded, isStale, more, ...state } = usePayDateDeals(syndicateId, payDate);
  if (!loaded) {
    if (state.error === null) return <PayDateDealsSkeleton />;
    return (
      <ErrorState
        title={`The payouts of ${formatDate(payDate)} did not load`}
        error={state.error}
        onRetry={() => void state.retry()}
        isRetrying={state.isRetrying}
      />
    );
  }
  const { deals, total, summary } = loaded;
  if (!summary) return <NothingPaid payDate={payDate} />;
  // While another date is loading, the previous one's deals are still shown.
  const title = formatDate(summary.payDate);
  const about = aboutPayout(summary);
  return (
    <section
      className={classes['deals']}
      aria-labelledby={titleId}
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <div ref={top} className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        <p className={classes['count']} role="status">
          {countOf(total, 'deal')}
        </p>
        <PayoutChip day={summary} />
        <span className={classes['spring']} />
        <PayDateDownload key={summary.payDate} syndicateId={syndicateId} payDate={summary.payDate} />
        {about !== null && <p className={classes['note']}>{about}</p>}
        {summary.note !== null && <p className={classes['note']}>{summary.note}</p>}
      </div>
      <DealsTable
        key={summary.payDate}
        label={`Payouts of ${title}`}
        deals={deals}
        total={total}
        summary={summary}
        more={more}
      />
    </section>
  );
}
