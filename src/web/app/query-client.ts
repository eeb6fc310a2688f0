import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from '../lib/api-error.ts';
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
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.isTemporary,
      retryDelay: 400,
    },
  },
});

onSessionChange((change) => {
  if (change !== 'password-requirement-changed') queryClient.clear();
});
