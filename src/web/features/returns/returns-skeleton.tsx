import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './returns-skeleton.module.css';

const ROWS = Array.from({ length: 6 }, (_, row) => row);

export function ReturnsRowsSkeleton() {
  return (
    <div aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          <Skeleton characters={16} />
          <Skeleton characters={12} />
          <Skeleton characters={12} />
          <Skeleton characters={12} />
        </div>
      ))}
    </div>
  );
}

/** The skeleton of the whole card, until its code has loaded. */
export function ReturnsSkeleton() {
  return (
    <div className={classes['card']} aria-hidden="true">
      <p className={classes['title']}>
        <Skeleton characters={30} />
      </p>
      <ReturnsRowsSkeleton />
    </div>
  );
}
