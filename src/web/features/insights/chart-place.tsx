import { type ReactNode, Suspense, useRef } from 'react';
import { ChartSkeleton } from '../../ui/figure/chart-skeleton.tsx';
import { useInSight } from '../../ui/use-in-sight.ts';
import classes from './insight-parts.module.css';
import { useIsWholePage } from './whole-page.ts';

interface ChartPlaceProps {
  /** Takes what height the card has left. */
  grows?: boolean;
  children: ReactNode;
}

/** Where a chart stands. Its code is loaded when the place comes into sight; the table beside it has its figures. */
export function ChartPlace({ grows = false, children }: ChartPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(place);
  const isDrawn = useIsWholePage() || isInSight;
  return (
    <div ref={place} className={classes['chart']} data-grows={grows || undefined} aria-hidden="true">
      {isDrawn ? <Suspense fallback={<Waiting />}>{children}</Suspense> : <Waiting />}
    </div>
  );
}

/** Marked, so that printing can wait for the chart. */
const Waiting = () => (
  <div className={classes['waiting']} data-waiting="">
    <ChartSkeleton />
  </div>
);

export const ChartPlaceSkeleton = ({ grows = false }: Pick<ChartPlaceProps, 'grows'>) => (
  <div className={classes['chart']} data-grows={grows || undefined}>
    <div className={classes['waiting']}>
      <ChartSkeleton />
    </div>
  </div>
);

/** In place of a chart whose code did not load. */
export const NoChart = () => (
  <p className={classes['quiet']}>The chart did not load. The table has its figures.</p>
);
