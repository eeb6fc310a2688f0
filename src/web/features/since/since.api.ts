import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { sinceContract } from '../../../shared/contract/since.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';
import { lookingAs } from '../../lib/looking-as.ts';

type Answer = Output<typeof sinceContract.sinceLastVisit>;
export type Since = NonNullable<Answer['since']>;

const sinceQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['since', syndicateId.toString()],
    queryFn: () => call(sinceContract.sinceLastVisit, { params: { syndicateId } }),
    ...beginningWith(() => answerInPage(sinceContract.sinceLastVisit, { params: { syndicateId } })),
  });

export const useSince = (syndicateId: bigint) => useQuery(sinceQuery(syndicateId));

/** Records today's visit, once what happened before it has arrived. */
export function useRecordedVisit(syndicateId: bigint, answer: Answer | undefined): void {
  const queries = useQueryClient();
  // Staff who look at an investor's portal change nothing in it, and the server would refuse it.
  const isDue = answer?.isVisitRecorded === false && lookingAs() === null;
  useEffect(() => {
    if (!isDue) return;
    call(sinceContract.recordVisit, { params: { syndicateId } }).then(
      () =>
        queries.setQueryData(sinceQuery(syndicateId).queryKey, (known) =>
          known ? { ...known, isVisitRecorded: true } : known,
        ),
      // Nobody asked for it, so nobody is told of a failure. It is recorded the next time that the dashboard is opened.
      () => undefined,
    );
  }, [isDue, syndicateId, queries]);
}

export function useHideSince(syndicateId: bigint) {
  const queries = useQueryClient();
  return async (through: string): Promise<void> => {
    await call(sinceContract.hideSince, { params: { syndicateId }, body: { through } });
    queries.setQueryData(sinceQuery(syndicateId).queryKey, { isVisitRecorded: true, since: null });
  };
}
