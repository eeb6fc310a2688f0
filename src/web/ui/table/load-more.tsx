import { useEffect, useRef } from 'react';
import { InlineError } from '../message/inline-error.tsx';
import { TextButton } from '../text-button.tsx';
import classes from './load-more.module.css';

export interface MoreOfList {
  hasMore: boolean;
  isLoading: boolean;
  /** Why the next part did not come. */
  error: unknown;
  load: () => void;
}

interface LoadMoreProps extends MoreOfList {
  /** What is listed, in the plural. */
  what: string;
}

/** The end of a list that goes on. The next part comes when this end does, or at a press. */
export function LoadMore({ what, hasMore, isLoading, error, load }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = hasMore && !isLoading && error === null;
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) load();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isWaiting, load]);

  if (!hasMore) return null;
  return (
    <div className={classes['more']}>
      {error === null ? (
        <TextButton onClick={() => load()} disabled={isLoading}>
          {isLoading ? `Loading more ${what}` : `Show more ${what}`}
        </TextButton>
      ) : (
        <InlineError
          title={`More ${what} did not load`}
          error={error}
          onRetry={() => load()}
          isRetrying={isLoading}
        />
      )}
      <div ref={end} className={classes['end']} />
    </div>
  );
}
