import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title?: string;
  /** The card's label where it has no title. */
  label?: string;
  /** A few quiet words beside the title. */
  lead?: string;
  /** At the other end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of a form with a background of its own. */
export function Card({ title, label, lead, aside, children }: CardProps) {
  const titleId = useId();
  const isTitled = title !== undefined;
  return (
    <section className={classes['card']} aria-label={label} aria-labelledby={isTitled ? titleId : undefined}>
      {isTitled && (
        <div className={classes['head']}>
          <h2 id={titleId} className={classes['title']}>
            {title}
          </h2>
          {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
          {aside !== undefined && <div className={classes['aside']}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
