import { IconCheck } from '@tabler/icons-react';
import classes from './steps.module.css';

interface StepsProps {
  names: readonly string[];
  /** How many are done. */
  reached: number;
}

/** How far something with several steps is. */
export const Steps = ({ names, reached }: StepsProps) => (
  <ol className={classes['steps']} aria-label="Steps">
    {names.map((name, place) => (
      <li
        key={name}
        className={classes['step']}
        data-done={place < reached || undefined}
        aria-current={place === reached ? 'step' : undefined}
      >
        <span className={classes['number']}>
          {place < reached ? (
            <IconCheck size={14} stroke={2} role="img" aria-label="Done" />
          ) : (
            <span aria-hidden="true">{place + 1}</span>
          )}
        </span>
        {name}
      </li>
    ))}
  </ol>
);
