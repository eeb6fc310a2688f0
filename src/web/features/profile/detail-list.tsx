import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './detail-list.module.css';

interface Detail {
  name: string;
  /** Null if there is none; undefined while it is loading. */
  value: ReactNode | null | undefined;
  hint?: string;
}

interface DetailListProps {
  details: readonly Detail[];
}

/** A list of names and values. */
export function DetailList({ details }: DetailListProps) {
  return (
    <dl className={classes['list']} aria-busy={details.some(({ value }) => value === undefined)}>
      {details.map(({ name, value, hint }) => (
        <div key={name} className={classes['detail']}>
          <dt>{name}</dt>
          <dd>
            {value === undefined ? <Skeleton characters={22} /> : (value ?? <None />)}
            {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const None = () => <span className={classes['none']}>Not on file</span>;
