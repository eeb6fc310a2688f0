import type { ReactNode } from 'react';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ColorSchemeMenu } from '../ui/menu/color-scheme-menu.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePortalFace } from './entry/portal-face.ts';
import classes from './link-frame.module.css';
import { usePageTitle } from './use-page-title.ts';

interface LinkFrameProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** A page that a link leads to stands alone: no menu, no session. */
export function LinkFrame({ title, lead, children }: LinkFrameProps) {
  const face = usePortalFace();
  usePageTitle(title, face?.name);
  return (
    <div className={classes['page']}>
      <header className={classes['bar']}>
        <div className={classes['barInner']}>
          <BrandMark size={24} />
          <span className={classes['brand']}>{face?.name ?? <Skeleton characters={14} />}</span>
          <ColorSchemeMenu />
        </div>
      </header>
      <main className={classes['main']} tabIndex={-1}>
        <div className={classes['words']}>
          <h1 className={classes['title']}>{title}</h1>
          {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
