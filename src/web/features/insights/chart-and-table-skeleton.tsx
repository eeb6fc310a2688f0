import { Skeleton } from '../../ui/skeleton.tsx';
import { ChartPlaceSkeleton } from './chart-place.tsx';
import classes from './insight-parts.module.css';

/** About as many quarters as a book of two years has. */
const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

interface ChartAndTableSkeletonProps {
  /** On a phone the table is behind a button. */
  isBehind?: boolean;
}

/** Holds the place of a chart and the table beneath it. */
export const ChartAndTableSkeleton = ({ isBehind = false }: ChartAndTableSkeletonProps) => (
  <div aria-hidden="true">
    <ChartPlaceSkeleton />
    <div className={classes['rows']} data-behind={isBehind || undefined}>
      {ROWS.map((row) => (
        <p key={row}>
          <Skeleton characters={8} />
          <Skeleton characters={10} />
          <Skeleton characters={10} />
        </p>
      ))}
    </div>
  </div>
);
