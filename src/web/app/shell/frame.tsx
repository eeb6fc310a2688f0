import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/page/skip-link.tsx';
import classes from './frame.module.css';

interface FrameProps {
  /** A line above the bar. The skip link is before it, as the first thing that Tab reaches. */
  above?: ReactNode;
  bar: ReactNode;
  children: ReactNode;
}

/** The top bar and the main area of signed-in pages and of their skeleton. */
export function Frame({ above, bar, children }: FrameProps) {
  return (
    <>
      <SkipLink />
      {above}
      <header className={classes['bar']}>
        <div className={classes['barInner']}>{bar}</div>
      </header>
      <main id="main" tabIndex={-1} className={classes['main']}>
        {children}
      </main>
    </>
  );
}
