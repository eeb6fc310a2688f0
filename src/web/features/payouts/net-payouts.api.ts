import { queryOptions, useQuery } from '@tanstack/react-query';
import { loadChunk } from '../../lib/code-chunk.ts';
import { readPayDates } from './payouts.api.ts';

/** How many pay dates the chart shows at most. */
export const NEWEST_COUNT = 60;

const newestPayDatesQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['payouts', 'newest pay dates', syndicateId.toString()],
    queryFn: async () => {
      // The chart's code is loaded in parallel with its figures.
      const [payDates, { NetPayoutBars }] = await Promise.all([
        readPayDates(syndicateId, NEWEST_COUNT),
        loadChunk(import('./net-payout-bars.tsx')),
      ]);
      return { payDates, Bars: NetPayoutBars };
    },
  });

export const useNewestPayDates = (syndicateId: bigint) => useQuery(newestPayDatesQuery(syndicateId));
