import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { InlineError } from '../../../ui/message/inline-error.tsx';
import classes from './deal-details.module.css';

interface DealPartProps<Items> {
  title: string;
  query: UseQueryResult<Items>;
  /** What to say when they could not be fetched. */
  failure: string;
  skeleton: ReactNode;
  children: (items: Items) => ReactNode;
}

/** One half of the panel. It loads and fails without the other. */
export function DealPart<Items>({ title, query, failure, skeleton, children }: DealPartProps<Items>) {
  const titleId = useId();
  return (
    <section className={classes['part']} aria-labelledby={titleId} aria-busy={query.isPending}>
      <h2 id={titleId} className={classes['title']}>
        {title}
      </h2>
      {content()}
    </section>
  );

  function content(): ReactNode {
    // What is there stays there, whatever becomes of a later refresh.
    if (query.data !== undefined) return children(query.data);
    if (!query.isError) return skeleton;
    return (
      <InlineError
        title={failure}
        error={query.error}
        onRetry={() => query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
}
