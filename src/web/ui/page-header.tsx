import type { ReactNode } from 'react';
import classes from './page-header.module.css';
import { Skeleton } from './skeleton.tsx';

interface PageHeaderProps {
  /** None while it is not known yet. */
  title?: string;
  action?: ReactNode;
}

export function PageHeader({ title, action }: PageHeaderProps) {
  return (
    <div className={classes['header']}>
      {title === undefined ? (
        <div className={classes['title']}>
          <Skeleton characters={18} />
        </div>
      ) : (
        <h1 className={classes['title']}>{title}</h1>
      )}
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
