import { lazy } from 'react';
import { forecastContract } from '../../../shared/contract/forecast.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { CardDownload } from '../../ui/download/card-download.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
import { ChartPlace, NoChart } from './chart-place.tsx';
import classes from './forecast-card.module.css';
import { ForecastFigures } from './forecast-figures.tsx';
import { ForecastSkeleton } from './forecast-skeleton.tsx';
import { ForecastTable } from './forecast-table.tsx';
import { type Forecast, useInsights } from './insights.api.ts';
import { TableBehind } from './table-behind.tsx';

const ForecastChart = lazy(() =>
  import('./forecast-chart.tsx').then(
    (module) => ({ default: module.ForecastChart }),
    () => ({ default: NoChart }),
  ),
);

interface ForecastCardProps {
  syndicateId: bigint;
}

/** What was paid and what is to come, by month. */
export function ForecastCard({ syndicateId }: ForecastCardProps) {
  const query = useInsights(syndicateId);
  const forecast = query.data?.forecast;
  const hasDeals = (query.data?.analysis?.cohorts.length ?? 1) > 0;
  return (
    <HeadedCard
      title="Forecast"
      about={forecast && `net payouts by month${notes(forecast)}`}
      aside={
        forecast &&
        !isNothing(forecast) && (
          <CardDownload
            name="Forecast"
            endpoint={forecastContract.exportForecast}
            input={{ body: { syndicateId } }}
          />
        )
      }
      isPending={query.isPending}
    >
      {query.isPending && <ForecastSkeleton />}
      {query.isError && !query.data && (
        <CardFailure
          what="The forecast"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {forecast === null &&
        (hasDeals ? (
          <NothingInCard title="On its way">
            The forecast is worked out with the first posted day, and will be here within the hour.
          </NothingInCard>
        ) : (
          <NothingInCard title="Nothing is to come">There is no deal yet.</NothingInCard>
        ))}
      {forecast && <ForecastShown forecast={forecast} />}
    </HeadedCard>
  );
}

const notes = ({ asOf, isCurrent }: Forecast): string =>
  isCurrent ? ` · posted through ${formatDate(asOf)}` : ' · a change of the book is being worked in';

const isNothing = ({ months, netBalance }: Forecast): boolean => months.length === 0 && netBalance === 0n;

interface ForecastShownProps {
  forecast: Forecast;
}

function ForecastShown({ forecast }: ForecastShownProps) {
  if (isNothing(forecast)) return <NothingInCard title="Nothing is to come">No deal is open.</NothingInCard>;
  return (
    <>
      <ul className={classes['legend']}>
        <li data-mark="paid">paid</li>
        <li data-mark="upcoming">upcoming</li>
        <li data-mark="agreed">as agreed, added up</li>
        <li data-mark="pace">at the pace of the last 20 debits, added up</li>
      </ul>
      <ChartPlace grows>
        <ForecastChart forecast={forecast} />
      </ChartPlace>
      <TableBehind>
        <ForecastTable forecast={forecast} />
      </TableBehind>
      <ForecastFigures forecast={forecast} />
    </>
  );
}
