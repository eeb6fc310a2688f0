import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './watchlist-card.module.css';

const ROWS = Array.from({ length: 6 }, (_, row) => row);

export function WatchlistRowsSkeleton() {
  return (
    <div aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={classes['skeletonRow']}>
          <Skeleton characters={20} />
          <Skeleton characters={24} />
          <Skeleton characters={10} />
        </div>
      ))}
    </div>
  );
}

/** The skeleton of the whole card, until its code has loaded. */
export function WatchlistSkeleton() {
  return (
    <div className={classes['card']} aria-hidden="true">
      <div className={classes['head']}>
        <p className={classes['title']}>
          <Skeleton characters={9} />
        </p>
      </div>
      <WatchlistRowsSkeleton />
    </div>
  );
}
