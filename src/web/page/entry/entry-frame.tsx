import type { ReactNode } from 'react';
import { BrandPanel } from './brand-panel.tsx';
import classes from './entry-frame.module.css';
import type { PortalFace } from './portal-face.ts';
import { RecaptchaNotice } from './recaptcha-notice.tsx';
import { SupportLine } from './support-line.tsx';

interface EntryFrameProps {
  /** Whose portal this is; null until it is known. */
  name: string | null;
  /** Null until it is known. */
  face: PortalFace | null;
  title: string;
  children: ReactNode;
}

/** What an entry page looks like, as the app shows it and as it arrives prerendered. */
export function EntryFrame({ name, face, title, children }: EntryFrameProps) {
  return (
    <div className={classes['page']}>
      <BrandPanel name={name} />
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
