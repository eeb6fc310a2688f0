import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title?: string;
  /** What it holds, where no title says so. */
  label?: string;
  children: ReactNode;
}

/** A part of a form that stands on a ground of its own. */
export function Card({ title, label, children }: CardProps) {
  const titleId = useId();
  const isTitled = title !== undefined;
  return (
    <section className={classes['card']} aria-label={label} aria-labelledby={isTitled ? titleId : undefined}>
      {isTitled && (
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
