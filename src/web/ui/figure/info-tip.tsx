import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './info-tip.module.css';
import { Tip } from './tip.tsx';

interface InfoTipProps {
  /** What the tip is about, for those who hear the button and don't see where it stands. */
  subject: string;
  children: ReactNode;
}

/** A small button that explains what it stands beside. */
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
