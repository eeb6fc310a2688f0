import { Skeleton } from '../skeleton.tsx';
import classes from './chart-skeleton.module.css';

const LINES = ['top', 'upper', 'lower', 'bottom'];

/** Holds the place of a chart: its lines across, and the figures in front of them. */
export const ChartSkeleton = () => (
  <div className={classes['chart']} aria-hidden="true">
    {LINES.map((line) => (
      <div key={line} className={classes['line']}>
        <Skeleton characters={4} />
      </div>
    ))}
  </div>
);
