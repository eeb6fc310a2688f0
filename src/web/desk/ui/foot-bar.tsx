import type { ReactNode } from 'react';
import classes from './foot-bar.module.css';

interface FootBarProps {
  /** How much it is, or how far. */
  what: ReactNode;
  remark?: ReactNode;
  /** The remark says what is missing. */
  isWaiting?: boolean;
  /** The buttons. */
  children?: ReactNode;
}

/** The last step of a long page, which stays in sight: what it does, and the button. */
export const FootBar = ({ what, remark, isWaiting = false, children }: FootBarProps) => (
  <div className={classes['bar']}>
    <div className={classes['words']} role="status">
      <p className={classes['what']}>{what}</p>
      {remark && (
        <p className={classes['remark']} data-tone={isWaiting ? 'watch' : undefined}>
          {remark}
        </p>
      )}
    </div>
    {children}
  </div>
);
