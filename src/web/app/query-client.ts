import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, isTemporaryFailure } from '../lib/api-error.ts';
import { onServerBack } from '../lib/outage.ts';
import { onSessionChange, setMustChangePassword } from '../session/session.ts';

const ONE_MINUTE = 60_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (isApiError(error, 'password_change_required')) setMustChangePassword(true);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: ONE_MINUTE,
      retry: (failures, error) => failures < 1 && isTemporaryFailure(error),
      retryDelay: 400,
      // Without a connection a query would otherwise wait without a word.
      networkMode: 'always',
    },
  },
});

onSessionChange((change) => {
  if (change !== 'password-requirement-changed') queryClient.clear();
});

onServerBack(() => {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
});
