import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../shared/domain/product-name.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import classes from './message-page.module.css';

interface MessagePageProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** A page that only shows a message, with or without a session. */
export function MessagePage({ title, children, action }: MessagePageProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['brand']}>
        <BrandMark size={24} />
        {PRODUCT_NAME}
      </header>
      <main className={classes['message']} tabIndex={-1}>
        <h1 className={classes['title']}>{title}</h1>
        <p className={classes['text']}>{children}</p>
        {action}
      </main>
    </div>
  );
}
