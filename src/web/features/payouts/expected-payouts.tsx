import { useState } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { tryAgain } from '../../lib/code-chunk.ts';
import { DownloadButton } from '../../ui/download/download-button.tsx';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { ExpectedBars } from './expected-bars.tsx';
import { ExpectedFigures, NetBalanceTie } from './expected-figures.tsx';
import classes from './expected-payouts.module.css';
import { type Forecast, useForecast, useForecastDownload } from './forecast.api.ts';
import chart from './net-payouts.module.css';
import { ExpectedPayoutsSkeleton } from './payouts-skeleton.tsx';

/** Four weeks of daily pay dates; what comes after them is in the figures and in the download. */
const AHEAD_COUNT = 20;

const CARD = `${chart['card']} ${classes['card']}`;

interface ExpectedPayoutsProps {
  syndicateId: bigint;
}

/** What is to come: the next pay dates, and what all of them add up to. */
export function ExpectedPayouts({ syndicateId }: ExpectedPayoutsProps) {
  const query = useForecast(syndicateId);
  if (query.data) return <ForecastCard syndicateId={syndicateId} forecast={query.data} />;
  if (query.isPending) return <ExpectedPayoutsSkeleton />;
  return (
    <section className={CARD} aria-label="Expected payouts">
      <div className={chart['head']}>
        <h2 className={chart['title']}>Expected payouts</h2>
      </div>
      {query.isError ? (
        <div className={chart['failure']}>
          <InlineError
            title="The forecast did not load"
            error={query.error}
            onRetry={() => tryAgain(query.error, () => void query.refetch())}
            isRetrying={query.isFetching}
          />
        </div>
      ) : (
        <p className={classes['empty']}>
          The forecast is being worked out, and will be here within the hour.
        </p>
      )}
    </section>
  );
}

interface ForecastCardProps extends ExpectedPayoutsProps {
  forecast: Forecast;
}

function ForecastCard({ syndicateId, forecast }: ForecastCardProps) {
  const [pointedAt, setPointedAt] = useState<CalendarDate | null>(null);
  const { state, start, cancel } = useForecastDownload(syndicateId);
  if (forecast.payDates.length === 0 && forecast.netBalance === 0n)
    return (
      <section className={CARD} aria-label="Expected payouts">
        <div className={chart['head']}>
          <h2 className={chart['title']}>Expected payouts</h2>
        </div>
        <p className={classes['empty']}>Nothing is to come: no deal is open.</p>
      </section>
    );
  const ahead = forecast.payDates.slice(0, AHEAD_COUNT);
  const highlighted = ahead.find(({ payDate }) => payDate === pointedAt) ?? ahead[0];
  return (
    <section className={CARD} aria-label="Expected payouts">
      <div className={chart['head']}>
        <h2 className={chart['title']}>Expected payouts</h2>
        <p className={chart['span']}>{nameSpan(ahead.length, forecast)}</p>
        {highlighted && (
          <p className={chart['highlighted']}>
            {formatDate(highlighted.payDate)} · <MoneyText amount={highlighted.agreed} />
          </p>
        )}
      </div>
      {ahead.length > 0 ? (
        <div className={classes['bars']}>
          <ExpectedBars payDates={ahead} onPoint={setPointedAt} />
        </div>
      ) : (
        <p className={classes['empty']}>No open deal has a next debit.</p>
      )}
      <ExpectedFigures forecast={forecast} />
      <div className={classes['foot']}>
        <div>
          <NetBalanceTie forecast={forecast} />
          <p className={classes['note']}>
            {forecast.isCurrent
              ? `Posted through ${formatDate(forecast.asOf)}`
              : 'A change of the book is being worked in.'}
          </p>
        </div>
        <DownloadButton
          label="Forecast"
          what="download"
          row="row"
          state={state}
          cancelLabel="Cancel the download of the forecast"
          onStart={start}
          onCancel={cancel}
        />
      </div>
    </section>
  );
}

const nameSpan = (count: number, { payDates }: Forecast): string =>
  count < payDates.length ? `next ${countOf(count, 'pay date')}` : countOf(count, 'pay date');
