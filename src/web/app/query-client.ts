import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from '../lib/api-error.ts';
import { notePasswordDuty, onSessionChange } from '../session/session.ts';

const ONE_MINUTE = 60_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (isApiError(error, 'password_change_required')) notePasswordDuty(true);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: ONE_MINUTE,
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.isTemporary,
      retryDelay: 400,
    },
  },
});

onSessionChange((change) => {
  if (change !== 'duties-changed') queryClient.clear();
});
