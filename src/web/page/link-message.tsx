import type { ReactNode } from 'react';
import { LinkFrame } from './link-frame.tsx';
import classes from './link-message.module.css';

interface LinkMessageProps {
  title: string;
  icon: ReactNode;
  tone: 'good' | 'closed';
  children: ReactNode;
}

/** Shown on a page that a link opens when there is nothing to do on it, or no longer anything. */
export function LinkMessage({ title, icon, tone, children }: LinkMessageProps) {
  return (
    <LinkFrame title={title}>
      <div className={classes['message']} role="status">
        <span className={classes['icon']} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
        <div className={classes['words']}>{children}</div>
      </div>
    </LinkFrame>
  );
}
