import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './info-tip.module.css';
import { Tip } from './tip.tsx';

interface InfoTipProps {
  /** The subject of the tip, for screen readers. */
  subject: string;
  children: ReactNode;
}

/** A small button that explains the element beside it. */
export function InfoTip({ subject, children }: InfoTipProps) {
  return (
    <Tip
      target={
        <button type="button" className={classes['button']} aria-label={`About ${subject}`}>
          <IconInfoCircle size={15} stroke={1.75} aria-hidden="true" />
        </button>
      }
    >
      {children}
    </Tip>
  );
}
