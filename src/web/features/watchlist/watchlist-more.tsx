import { groupedCount } from '../../ui/figure/count.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import type { MoreOfList } from '../../ui/table/load-more.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './watchlist-card.module.css';

const PAGE_LENGTH = 25;

interface WatchlistMoreProps {
  /** Null while some that are loaded are not shown. */
  more: MoreOfList | null;
  /** How many of the whole list are not shown. */
  left: number;
  /** How many of the loaded ones are not shown. */
  loadedLeft: number;
  onShowLoaded: () => void;
}

/** Only at a press, because other cards follow. */
export function WatchlistMore({ more, left, loadedLeft, onShowLoaded }: WatchlistMoreProps) {
  if (more === null) {
    return (
      <div className={classes['more']}>
        <TextButton onClick={onShowLoaded}>Show {groupedCount(loadedLeft)} more</TextButton>
      </div>
    );
  }
  if (!more.hasMore) return null;
  const { error, isLoading, load } = more;
  return (
    <div className={classes['more']}>
      {error === null ? (
        <TextButton onClick={isLoading ? undefined : () => load()} aria-disabled={isLoading}>
          {isLoading ? 'Loading more deals' : `Show ${groupedCount(Math.min(PAGE_LENGTH, left))} more`}
        </TextButton>
      ) : (
        <InlineError
          title="More deals did not load"
          error={error}
          onRetry={() => load()}
          isRetrying={isLoading}
        />
      )}
    </div>
  );
}
