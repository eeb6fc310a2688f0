import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { SchemeMenu } from '../../app/scheme-menu.tsx';
import { BrandMark } from '../../ui/brand-mark.tsx';
import classes from './offer-frame.module.css';

interface OfferFrameProps {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** The broker's page stands alone: no menu, no session. */
export function OfferFrame({ title, lead, children }: OfferFrameProps) {
  useDocumentTitle(`${title} · ${PRODUCT_NAME}`);
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
