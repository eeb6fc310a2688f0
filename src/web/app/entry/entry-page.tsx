import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../brand.ts';
import { BrandPanel } from './brand-panel.tsx';
import classes from './entry-page.module.css';
import { usePortalFace } from './portal-face.ts';
import { RecaptchaNotice } from './recaptcha-notice.tsx';
import { SupportLine } from './support-line.tsx';

interface EntryPageProps {
  /** In the window's title, before the portal's name. */
  documentTitle: string;
  title: string;
  children: ReactNode;
}

/** The frame of what a visitor sees before anybody is signed in: whose portal it is, one card, and where help is. */
export function EntryPage({ documentTitle, title, children }: EntryPageProps) {
  const face = usePortalFace();
  useDocumentTitle(`${documentTitle} · ${face?.name ?? PRODUCT_NAME}`);
  return (
    <div className={classes['page']}>
      <BrandPanel name={face?.name ?? null} />
      <main className={classes['entry']} tabIndex={-1}>
        <div className={classes['card']}>
          <h1 className={classes['title']}>{title}</h1>
          {children}
        </div>
        <SupportLine face={face} />
        {face?.captcha.provider === 'recaptcha' && <RecaptchaNotice />}
      </main>
    </div>
  );
}
