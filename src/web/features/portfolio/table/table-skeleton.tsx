import { Skeleton } from '../../../ui/skeleton.tsx';
import classes from './table-skeleton.module.css';

const ROWS = Array.from({ length: 12 }, (_, index) => index);

/** The skeleton of a table whose columns are not known yet. */
export function TableSkeleton() {
  return (
    <div className={classes['view']} aria-hidden="true">
      <div className={classes['field']} />
      <div className={classes['frame']}>
        <div className={classes['head']} />
        {ROWS.map((row) => (
          <div key={row} className={classes['row']}>
            <Skeleton characters={14} />
            <Skeleton characters={24} />
            <Skeleton characters={10} />
          </div>
        ))}
      </div>
    </div>
  );
}
