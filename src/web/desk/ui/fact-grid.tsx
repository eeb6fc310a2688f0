import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './fact-grid.module.css';

interface FactGridProps<Name extends string> {
  names: readonly Name[];
  /** Undefined while they are loading. */
  values: Readonly<Record<Name, ReactNode>> | undefined;
}

/** Facts side by side in a card, each below its name. */
export const FactGrid = <Name extends string>({ names, values }: FactGridProps<Name>) => (
  <dl className={classes['facts']}>
    {names.map((name) => (
      <div key={name} className={classes['fact']}>
        <dt>{name}</dt>
        <dd>{values ? values[name] : <Skeleton characters={10} />}</dd>
      </div>
    ))}
  </dl>
);
