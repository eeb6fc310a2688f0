import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardFailure, HeadedCard } from '../../ui/page/headed-card.tsx';
import { PageFoot } from './page-foot.tsx';

interface Listed {
  count: number;
  pageLength: number;
}

interface ListCardProps<T extends Listed> {
  title: string;
  /** What is listed, as the beginning of a sentence: 'The documents'. */
  what: string;
  about: (listed: T) => string;
  /** How many characters those words will have. */
  aboutLength?: number;
  query: UseQueryResult<T>;
  page: number;
  onPage: (page: number) => void;
  /** In place of the table where the list is empty. */
  nothing: ReactNode;
  /** The table, which shows by itself that its rows are on their way. */
  children: ReactNode;
}

/** A card with one page of a list at a time. Rows that were loaded stay when loading them again fails. */
export function ListCard<T extends Listed>(props: ListCardProps<T>) {
  const { title, what, about, query, page, onPage, nothing, children, ...aboutLength } = props;
  const { data, isPending, isError, error, isFetching, refetch } = query;
  const hasFailed = isError && !data;
  return (
    <HeadedCard title={title} about={data && about(data)} isPending={isPending} {...aboutLength}>
      {hasFailed && (
        <CardFailure what={what} error={error} isRetrying={isFetching} onRetry={() => refetch()} />
      )}
      {data?.count === 0 && nothing}
      {!hasFailed && data?.count !== 0 && children}
      <PageFoot listed={data} page={page} onPage={onPage} />
    </HeadedCard>
  );
}
