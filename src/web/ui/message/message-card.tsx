import type { ReactNode } from 'react';
import classes from './message-card.module.css';

interface MessageCardProps {
  icon: ReactNode;
  tone: 'good' | 'closed';
  children: ReactNode;
}

/** What the page says when there is nothing to do on it, or nothing any more. */
export function MessageCard({ icon, tone, children }: MessageCardProps) {
  return (
    <div className={classes['message']} role="status">
      <span className={classes['icon']} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <div className={classes['words']}>{children}</div>
    </div>
  );
}
