import type { ReactNode } from 'react';
import classes from './link-card.module.css';

interface LinkCardProps {
  /** What the reader has to know before the page's one action. */
  text: ReactNode;
  isBusy?: boolean;
  children?: ReactNode;
}

/** The card of a page that a link opens: a text, and the action below it. */
export const LinkCard = ({ text, isBusy = false, children }: LinkCardProps) => (
  <div className={classes['card']} aria-busy={isBusy}>
    <p className={classes['text']}>{text}</p>
    {children}
  </div>
);
