import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  /** Where what stands in it says what it is, the title is only read out. */
  isTitleHidden?: boolean;
  children: ReactNode;
}

/** A part of a form, or of what a form is about. */
export function Card({ title, isTitleHidden = false, children }: CardProps) {
  const titleId = useId();
  if (isTitleHidden)
    return (
      <section className={classes['card']} aria-label={title}>
        {children}
      </section>
    );
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}
