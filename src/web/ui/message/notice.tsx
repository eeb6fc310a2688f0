import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** `alert` for a failure, `status` for a success. */
  role?: 'alert' | 'status';
}

/** A card in place of content that cannot be shown: what happened, and what to do about it. */
export function Notice({ icon, title, children, action, role }: NoticeProps) {
  return (
    <div className={classes['notice']} role={role}>
      <span className={classes['icon']} aria-hidden="true">
        {icon}
      </span>
      <div className={classes['words']}>
        <h2 className={classes['title']}>{title}</h2>
        {children && <p className={classes['text']}>{children}</p>}
      </div>
      {action}
    </div>
  );
}
