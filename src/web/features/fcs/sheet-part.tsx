import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { InlineError } from '../../ui/message/inline-error.tsx';
import classes from './sheet-part.module.css';

interface SheetPartProps {
  title: string;
  /** What the part needs to be shown. */
  queries: readonly Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>[];
  /** What to say when some of it could not be fetched. */
  failure: string;
  skeleton: ReactNode;
  /** Once all of it is there. */
  children: ReactNode;
}

/** A part of the sheet. It loads and fails without the others. */
export function SheetPart({ title, queries, failure, skeleton, children }: SheetPartProps) {
  const titleId = useId();
  const missing = queries.filter(({ data }) => data === undefined);
  const failed = missing.filter(({ error }) => error !== null);
  return (
    <section className={classes['part']} aria-labelledby={titleId} aria-busy={missing.length > failed.length}>
      <h2 id={titleId} className={classes['title']}>
        {title}
      </h2>
      {content()}
    </section>
  );

  function content(): ReactNode {
    // What is there stays there, whatever becomes of a later refresh.
    if (missing.length === 0) return children;
    if (failed.length === 0) return skeleton;
    return (
      <div className={classes['failure']}>
        <InlineError
          title={failure}
          error={failed[0]?.error}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
        />
      </div>
    );
  }
}
