import type { ReactNode } from 'react';
import classes from './link-card.module.css';

interface LinkCardProps {
  /** What there is to know before the one thing that the page is for. */
  text: ReactNode;
  isBusy?: boolean;
  children?: ReactNode;
}

/** On a page under a link: some words, and under them what can be done. */
export const LinkCard = ({ text, isBusy = false, children }: LinkCardProps) => (
  <div className={classes['card']} aria-busy={isBusy}>
    <p className={classes['text']}>{text}</p>
    {children}
  </div>
);
