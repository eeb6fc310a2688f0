import type { ReactNode } from 'react';
import { BrandPanel } from './brand-panel.tsx';
import classes from './entry-frame.module.css';
import type { PortalInfo } from './portal-info.ts';
import { RecaptchaNotice } from './recaptcha-notice.tsx';
import { SupportLine } from './support-line.tsx';

interface EntryFrameProps {
  /** Whose portal this is; null until the server has answered. */
  name: string | null;
  /** Null until the server has answered. */
  portal: PortalInfo | null;
  title: string;
  children: ReactNode;
}

/** The layout of an entry page, in the app and prerendered. */
export function EntryFrame({ name, portal, title, children }: EntryFrameProps) {
  return (
    <div className={classes['page']}>
      <BrandPanel name={name} />
      <main className={classes['entry']} tabIndex={-1}>
        <div className={classes['card']}>
          <h1 className={classes['title']}>{title}</h1>
          {children}
        </div>
        <SupportLine portal={portal} />
        {portal?.captcha.provider === 'recaptcha' && <RecaptchaNotice />}
      </main>
    </div>
  );
}
