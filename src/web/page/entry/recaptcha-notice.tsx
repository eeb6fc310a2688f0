import classes from './recaptcha-notice.module.css';

/** The text that the provider requires where its badge is not shown. */
export function RecaptchaNotice() {
  return (
    <p className={classes['notice']}>
      This site is protected by reCAPTCHA and the Google{' '}
      <a href="https://policies.google.com/privacy" target="_blank" rel="noreferrer">
        Privacy Policy
      </a>{' '}
      and{' '}
      <a href="https://policies.google.com/terms" target="_blank" rel="noreferrer">
        Terms of Service
      </a>{' '}
      apply.
    </p>
  );
}
