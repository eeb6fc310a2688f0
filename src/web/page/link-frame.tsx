import type { ReactNode } from 'react';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ColorSchemeMenu } from '../ui/menu/color-scheme-menu.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePortalInfo } from './entry/portal-info.ts';
import classes from './link-frame.module.css';
import { usePageTitle } from './use-page-title.ts';

interface LinkFrameProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** The frame of a page that a link opens: it has no menu and needs no session. */
export function LinkFrame({ title, lead, children }: LinkFrameProps) {
  const portal = usePortalInfo();
  usePageTitle(title, portal?.name);
  return (
    <div className={classes['page']}>
      <header className={classes['bar']}>
        <div className={classes['barInner']}>
          <BrandMark size={24} />
          <span className={classes['brand']}>{portal?.name ?? <Skeleton characters={14} />}</span>
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
