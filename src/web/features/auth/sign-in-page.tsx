import { useDocumentTitle } from '@mantine/hooks';
import { PRODUCT_NAME, SUPPORT_EMAIL } from '../../app/brand.ts';
import { BrandPanel } from './brand-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

export function SignInPage() {
  useDocumentTitle(`Sign in · ${PRODUCT_NAME}`);
  return (
    <div className={classes['page']}>
      <BrandPanel />
      <main className={classes['entry']} tabIndex={-1}>
        <div className={classes['card']}>
          <h1 className={classes['title']}>Syndicate Login</h1>
          <SignInForm />
        </div>
        <p className={classes['support']}>
          Trouble signing in? Write to <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
        </p>
      </main>
    </div>
  );
}
