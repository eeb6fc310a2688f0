import type { ReactNode } from 'react';
import classes from './headline-amount.module.css';

interface HeadlineAmountProps {
  label: string;
  children: ReactNode;
}

/** The main amount of a page. */
export const HeadlineAmount = ({ label, children }: HeadlineAmountProps) => (
  <>
    <p className={classes['label']}>{label}</p>
    <p className={classes['amount']}>{children}</p>
  </>
);
