import { type PropsWithChildren, useEffect, useRef } from 'react';
import { InlineError } from '../message/inline-error.tsx';
import { TextButton } from '../text-button.tsx';
import classes from './load-more.module.css';

export interface MoreOfList {
  hasMore: boolean;
  isLoading: boolean;
  /** Why the next page could not be loaded. */
  error: unknown;
  load: () => void;
}

interface LoadMoreProps extends MoreOfList {
  /** What the rows are called, in the plural. */
  what: string;
}

/** The end of a list that has more. The next page is loaded when this end becomes visible, or at a press. */
export function LoadMore({ what, hasMore, isLoading, error, load }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = hasMore && !isLoading && error === null;
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    // In a busy page several changes are told at once, the newest last.
    const watch = new IntersectionObserver((changes) => {
      if (changes.at(-1)?.isIntersecting) load();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isWaiting, load]);

  if (!hasMore) return null;
  return (
    <ListEnd>
      {error === null ? (
        <TextButton onClick={isLoading ? undefined : () => load()} aria-disabled={isLoading}>
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
    </ListEnd>
  );
}

/** The place below the rows of a list for what shows more of it. */
export const ListEnd = ({ children }: PropsWithChildren) => <div className={classes['more']}>{children}</div>;
