import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InlineError } from './inline-error.tsx';

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;

const isMissing = ({ data }: Query<unknown>) => data === undefined;

/** Whether something is still on its way, and not just missing. */
export const isLoading = (queries: readonly Query<unknown>[]): boolean =>
  queries.some((query) => isMissing(query) && query.error === null);

interface WhenLoadedProps {
  /** What has to be there. */
  queries: readonly Query<unknown>[];
  /** What to say when some of it could not be fetched. */
  failure: string;
  skeleton: ReactNode;
  children: () => ReactNode;
}

/** A part of a page that loads and fails without the others: its outline, then itself, or what went wrong. */
export function WhenLoaded({ queries, failure, skeleton, children }: WhenLoadedProps) {
  const missing = queries.filter(isMissing);
  const failed = missing.filter(({ error }) => error !== null);
  // What is there stays there, whatever becomes of a later refresh.
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
