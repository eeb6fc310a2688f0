import type { ReactNode } from 'react';
import type { StatusTone } from '../../../shared/domain/deal-status.ts';
import classes from './chip.module.css';

interface ChipProps {
  tone: StatusTone;
  children: ReactNode;
}

/** A word or two on a soft background. The words carry the meaning, not the color. */
export function Chip({ tone, children }: ChipProps) {
  return (
    <span className={classes['chip']} data-tone={tone}>
      {children}
    </span>
  );
}
