import { Skeleton } from '../skeleton.tsx';
import classes from './chart-skeleton.module.css';

const LINES = ['top', 'upper', 'lower', 'bottom'];

/** The skeleton of a chart: its horizontal lines and the labels beside them. */
export const ChartSkeleton = () => (
  <div className={classes['chart']} aria-hidden="true">
    {LINES.map((line) => (
      <div key={line} className={classes['line']}>
        <Skeleton characters={4} />
      </div>
    ))}
  </div>
);
