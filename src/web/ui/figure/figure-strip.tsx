import type { ReactNode } from 'react';
import classes from './figure.module.css';

interface FigureStripProps {
  label: string;
  /** `large`: a few figures with details. `compact`: many figures with a caption each, as a list on a phone. */
  size: 'large' | 'compact';
  isLoading?: boolean;
  children: ReactNode;
}

export function FigureStrip({ label, size, isLoading = false, children }: FigureStripProps) {
  return (
    <section className={classes['frame']} aria-label={label} aria-busy={isLoading}>
      <dl className={classes['strip']} data-size={size}>
        {children}
      </dl>
    </section>
  );
}
