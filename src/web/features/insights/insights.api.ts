import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { insightsContract } from '../../../shared/contract/insights.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { ExposureKind } from '../../../shared/domain/exposure.ts';
import type { LossBasis, LossDate } from '../../../shared/domain/loss.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { call } from '../../lib/call.ts';

type Insights = Output<typeof insightsContract.insights>;
export type Analysis = NonNullable<Insights['analysis']>;
export type Forecast = NonNullable<Insights['forecast']>;
export type ForecastMonth = Forecast['months'][number];
export type Exposure = Analysis['exposures'][number];
export type Cohort = Analysis['cohorts'][number];

export interface Limit {
  kind: ExposureKind;
  limitPercent: Rate;
}

const insightsQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['insights', syndicateId.toString()],
    queryFn: () => call(insightsContract.insights, { params: { syndicateId } }),
  });

/** One call for all cards of this feature. */
export const useInsights = (syndicateId: bigint) => useQuery(insightsQuery(syndicateId));

export interface LossQuarter {
  by: LossDate;
  /** Null for the deals whose day is not known. */
  quarter: CalendarDate | null;
  basis: LossBasis;
}

/** The deals of a quarter's losses, asked for when it is opened. */
export const useLostDeals = (syndicateId: bigint, { by, quarter, basis }: LossQuarter) =>
  useQuery({
    queryKey: ['insights', syndicateId.toString(), 'losses', by, quarter, basis],
    queryFn: () =>
      call(insightsContract.lostDeals, {
        params: { syndicateId },
        query: { by, basis, quarter: quarter ?? undefined },
      }),
  });

export function useSaveLimits(syndicateId: bigint) {
  const queryClient = useQueryClient();
  return async (limits: Limit[]): Promise<void> => {
    await call(insightsContract.setLimits, { params: { syndicateId }, body: { limits } });
    await queryClient.invalidateQueries({ queryKey: ['insights', syndicateId.toString()] });
  };
}
