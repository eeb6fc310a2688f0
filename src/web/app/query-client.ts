import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { onSessionChange } from './session.ts';

const ONE_MINUTE = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: ONE_MINUTE,
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.isTemporary,
      retryDelay: 400,
    },
  },
});

onSessionChange(() => queryClient.clear());
