import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/page/skip-link.tsx';
import classes from './desk-frame.module.css';

interface DeskFrameProps {
  side: ReactNode;
  bar: ReactNode;
  children: ReactNode;
}

/** The navigation on the left, or above on a phone, and the page beside it. Also of the skeleton. */
export function DeskFrame({ side, bar, children }: DeskFrameProps) {
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <aside className={classes['side']}>{side}</aside>
      <header className={classes['bar']}>{bar}</header>
      <main id="main" tabIndex={-1} className={classes['main']}>
        {children}
      </main>
    </div>
  );
}
