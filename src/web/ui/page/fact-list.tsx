import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
  /** A detail below the value: what it consists of, or the previous value. */
  detail?: string | undefined;
}

interface FactListProps {
  facts: readonly Fact[];
  /** Announced by screen readers when they change. */
  isLive?: boolean;
}

/** Names on the left, values on the right. */
export const FactList = ({ facts, isLive = false }: FactListProps) => (
  <dl className={classes['facts']} aria-live={isLive ? 'polite' : undefined}>
    {facts.map(({ name, value, detail }) => (
      <div key={name}>
        <dt>
          {name}
          {detail !== undefined && <span className={classes['detail']}>{detail}</span>}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
