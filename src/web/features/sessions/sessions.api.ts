import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { sessionsContract } from '../../../shared/contract/sessions.ts';
import { call } from '../../lib/call.ts';

export type OpenSession = Output<typeof sessionsContract.listSessions>[number];

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(sessionsContract.listSessions, {}),
  // The list is always refetched, because the user wants the current state.
  staleTime: 0,
});

export const useSessions = () => useQuery(sessionsQuery);

export function useEndSessions() {
  const queryClient = useQueryClient();
  return async (which: string, password: string): Promise<void> => {
    try {
      await call(sessionsContract.endSessions, { body: { which, password } });
    } finally {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
  };
}
