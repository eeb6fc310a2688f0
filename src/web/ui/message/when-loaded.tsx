import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InlineError } from './inline-error.tsx';

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;

const isMissing = ({ data }: Query<unknown>) => data === undefined;

/** Whether something is still loading, and not just missing. */
export const isLoading = (queries: readonly Query<unknown>[]): boolean =>
  queries.some((query) => isMissing(query) && query.error === null);

interface WhenLoadedProps {
  /** The queries whose data is needed. */
  queries: readonly Query<unknown>[];
  /** The title of the error when some of it could not be loaded. */
  failure: string;
  skeleton: ReactNode;
  children: () => ReactNode;
}

/** A section that loads and fails independently of the others: its skeleton, then its content or an error. */
export function WhenLoaded({ queries, failure, skeleton, children }: WhenLoadedProps) {
  const missing = queries.filter(isMissing);
  const failed = missing.filter(({ error }) => error !== null);
  // Content that has loaded stays, even if a later refresh fails.
  if (missing.length === 0) return children();
  if (failed.length === 0) return skeleton;
  return (
    <InlineError
      title={failure}
      error={failed[0]?.error}
      onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      isRetrying={failed.some(({ isFetching }) => isFetching)}
    />
  );
}
