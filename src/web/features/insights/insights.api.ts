import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { insightsContract } from '../../../shared/contract/insights.ts';
import type { ExposureKind } from '../../../shared/domain/exposure.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { call } from '../../lib/call.ts';

export type Analysis = NonNullable<Output<typeof insightsContract.insights>['analysis']>;
export type Exposure = Analysis['exposures'][number];
export type Cohort = Analysis['cohorts'][number];

export interface Limit {
  kind: ExposureKind;
  limitPercent: Rate;
}

const insightsQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['insights', syndicateId.toString()],
    queryFn: async () => (await call(insightsContract.insights, { params: { syndicateId } })).analysis,
  });

/** One call for both cards. */
export const useInsights = (syndicateId: bigint) => useQuery(insightsQuery(syndicateId));

export function useSaveLimits(syndicateId: bigint) {
  const queryClient = useQueryClient();
  return async (limits: Limit[]): Promise<void> => {
    await call(insightsContract.setLimits, { params: { syndicateId }, body: { limits } });
    await queryClient.invalidateQueries({ queryKey: ['insights', syndicateId.toString()] });
  };
}
