import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { PRODUCT_NAME } from '../brand.ts';
import { SchemeMenu } from '../shell/scheme-menu.tsx';
import classes from './link-frame.module.css';
import { usePageTitle } from './use-page-title.ts';

interface LinkFrameProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** A page that a link leads to stands alone: no menu, no session. */
export function LinkFrame({ title, lead, children }: LinkFrameProps) {
  usePageTitle(title);
  return (
    <div className={classes['page']}>
      <header className={classes['bar']}>
        <div className={classes['barInner']}>
          <BrandMark size={24} />
          <span className={classes['brand']}>{PRODUCT_NAME}</span>
          <SchemeMenu />
        </div>
      </header>
      <main className={classes['main']} tabIndex={-1}>
        <h1 className={classes['title']}>{title}</h1>
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        {children}
      </main>
    </div>
  );
}
