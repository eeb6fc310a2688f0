import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title?: string;
  /** The card's label where it has no title. */
  label?: string;
  children: ReactNode;
}

/** A section of a form with a background of its own. */
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
