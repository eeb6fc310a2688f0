import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { forecastContract } from '../../../shared/contract/forecast.ts';
import { call } from '../../lib/call.ts';
import { useDownload } from '../../ui/download/use-download.ts';

export type Forecast = NonNullable<Output<typeof forecastContract.forecast>['forecast']>;
export type ForecastPayDate = Forecast['payDates'][number];

const forecastQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['payouts', 'forecast', syndicateId.toString()],
    queryFn: async () => (await call(forecastContract.forecast, { params: { syndicateId } })).forecast,
  });

/** Null while there is none. */
export const useForecast = (syndicateId: bigint) => useQuery(forecastQuery(syndicateId));

/** Downloads the forecast with the deals that it is made of. */
export function useForecastDownload(syndicateId: bigint) {
  const { state, start, cancel } = useDownload(forecastContract.exportForecast, 'Forecast downloaded');
  return { state, start: () => void start({ body: { syndicateId } }), cancel };
}
