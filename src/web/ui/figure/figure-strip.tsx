import { type ReactNode, useState } from 'react';
import { TextButton } from '../text-button.tsx';
import classes from './figure.module.css';

interface FigureStripProps {
  label: string;
  /** `large`: a few figures with details. `compact`: many figures with a caption each, as a list on a phone. */
  size: 'large' | 'compact';
  isLoading?: boolean;
  /** How many figures there are, where a phone shows those that are folded only on demand. */
  unfoldsTo?: number;
  children: ReactNode;
}

export function FigureStrip({ label, size, isLoading = false, unfoldsTo, children }: FigureStripProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <section className={classes['frame']} aria-label={label} aria-busy={isLoading}>
      <dl className={classes['strip']} data-size={size} data-unfolded={isUnfolded || undefined}>
        {children}
      </dl>
      {unfoldsTo !== undefined && (
        <p className={classes['unfold']}>
          <TextButton
            disabled={isLoading}
            aria-expanded={isUnfolded}
            onClick={() => setIsUnfolded((isNow) => !isNow)}
          >
            {isUnfolded ? 'Show fewer figures' : `Show all ${unfoldsTo} figures`}
          </TextButton>
        </p>
      )}
    </section>
  );
}
