import { Skeleton } from '../../ui/skeleton.tsx';
import { ChartPlaceSkeleton } from './chart-place.tsx';
import classes from './forecast-card.module.css';

const FIGURES = ['agreed', 'pace', 'not reached'];

/** Holds the place of the legend, the chart and the figures beneath it. */
export const ForecastSkeleton = () => (
  <div className={classes['waiting']} aria-hidden="true">
    <p className={classes['legend']}>
      <Skeleton characters={40} />
    </p>
    <ChartPlaceSkeleton grows />
    <div className={classes['figures']}>
      {FIGURES.map((figure) => (
        <div key={figure}>
          <Skeleton characters={12} />
          <span className={classes['amount']}>
            <Skeleton characters={10} />
          </span>
          <span className={classes['note']}>
            <Skeleton characters={14} />
          </span>
        </div>
      ))}
    </div>
  </div>
);
