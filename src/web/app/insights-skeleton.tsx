import { ReturnsSkeleton } from '../features/returns/returns-skeleton.tsx';
import { WatchlistSkeleton } from '../features/watchlist/watchlist-skeleton.tsx';
import frame from './insights-frame.module.css';

/** Holds the place of the tab Insights until its code has loaded. */
export const InsightsSkeleton = () => (
  <div className={frame['frame']}>
    <p className={frame['ways']} />
    <ReturnsSkeleton />
    <WatchlistSkeleton />
  </div>
);
