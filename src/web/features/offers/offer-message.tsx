import type { ReactNode } from 'react';
import classes from './offer-message.module.css';

interface OfferMessageProps {
  icon: ReactNode;
  tone: 'good' | 'closed';
  children: ReactNode;
}

/** What the page says when there is nothing to do on it, or nothing any more. */
export function OfferMessage({ icon, tone, children }: OfferMessageProps) {
  return (
    <div className={classes['message']} role="status">
      <span className={classes['icon']} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <div className={classes['words']}>{children}</div>
    </div>
  );
}
