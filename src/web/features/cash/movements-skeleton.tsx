import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './movement-cards.module.css';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Holds the place of the movements. */
export const MovementsSkeleton = () => (
  <ul className={classes['waiting']} aria-hidden="true">
    {ROWS.map((row) => (
      <li key={row} className={classes['item']}>
        <Skeleton characters={28} />
        <Skeleton characters={10} />
      </li>
    ))}
  </ul>
);
