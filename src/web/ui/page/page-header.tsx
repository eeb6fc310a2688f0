import type { ReactNode } from 'react';
import { Skeleton } from '../skeleton.tsx';
import classes from './page-header.module.css';

interface PageHeaderProps {
  /** Undefined while it is loading. */
  title?: string;
  /** Chips beside the title. */
  marks?: ReactNode;
  /** A line below the title. */
  caption?: ReactNode;
  action?: ReactNode;
}

export function PageHeader({ title, marks, caption, action }: PageHeaderProps) {
  return (
    <div className={classes['header']}>
      <div className={classes['words']}>
        {title === undefined ? (
          <div className={classes['title']}>
            <Skeleton characters={18} />
          </div>
        ) : (
          <div className={classes['line']}>
            <h1 className={classes['title']}>{title}</h1>
            {marks}
          </div>
        )}
        {caption !== undefined && <p className={classes['caption']}>{caption}</p>}
      </div>
      {action && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
