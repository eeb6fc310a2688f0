import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './fact-grid.module.css';

interface FactGridProps<Name extends string> {
  names: readonly Name[];
  /** Undefined while they are loading. */
  values: Readonly<Record<Name, ReactNode>> | undefined;
  /** These take two columns, because what they say is long. */
  wide?: readonly Name[];
}

/** Facts side by side in a card, each below its name. */
export const FactGrid = <Name extends string>({ names, values, wide }: FactGridProps<Name>) => (
  <dl className={classes['facts']}>
    {names.map((name) => (
      <div key={name} className={classes['fact']} data-wide={wide?.includes(name) || undefined}>
        <dt>{name}</dt>
        <dd>{values ? values[name] : <Skeleton characters={10} />}</dd>
      </div>
    ))}
  </dl>
);
