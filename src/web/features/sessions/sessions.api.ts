import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { sessionsContract } from '../../../shared/contract/sessions.ts';
import { call } from '../../lib/call.ts';

export type OpenSession = Output<typeof sessionsContract.listSessions>[number];

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(sessionsContract.listSessions, {}),
  // Who looks here wants to know how it is now.
  staleTime: 0,
});

export const useSessions = () => useQuery(sessionsQuery);

export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: string) => call(sessionsContract.endSessions, { body: { which } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
