import '@mantine/core/styles/Input.layer.css';
import type { ComponentProps, ReactNode } from 'react';
import { lockMessage } from '../../../shared/domain/sign-in-lock.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { LockNotice } from './lock-notice.tsx';
import { LoginNameField } from './login-name-field.tsx';
import classes from './sign-in-form.module.css';
import { type ResetDialogComponent, useForgotPassword } from './use-forgot-password.ts';
import type { SignIn } from './use-sign-in.ts';

interface SignInFormProps {
  signIn: SignIn;
  /** Good news from the page before. */
  notice: string | null;
  ResetDialog: ResetDialogComponent;
  /** Another way to sign in. */
  children?: ReactNode;
}

export function SignInForm({ signIn, notice, ResetDialog, children }: SignInFormProps) {
  const { form, errors, isPending, lock, remembered, submit, clearError } = signIn;
  const isLocked = lock.secondsLeft !== null;
  const forgot = useForgotPassword(form, ResetDialog);
  const news = alertOf(signIn, notice);
  const hasNewsBesideLock = isLocked && news.tone === 'good';
  return (
    <>
      <form
        ref={form}
        // Never GET, which would put the password into an address. The script sends the form itself.
        method="post"
        className={classes['form']}
        onSubmit={submit}
        noValidate
        aria-busy={isPending}
      >
        <FormAlert {...news} />
        {hasNewsBesideLock && <FormAlert {...lockAnnouncement(lock)} />}
        {lock.secondsLeft !== null && <LockNotice secondsLeft={lock.secondsLeft} />}
        <LoginNameField
          defaultName={signIn.nameToStartWith}
          remembered={remembered}
          error={errors.loginName}
          onChange={() => clearError('loginName')}
          onNotYou={signIn.forgetRemembered}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <div className={classes['beside']}>
          {remembered.email === null && !remembered.isAsking && (
            <label className={classes['remember']}>
              <input type="checkbox" name="isRemembered" />
              Remember me
            </label>
          )}
          <TextButton
            onClick={forgot.open}
            onPointerEnter={forgot.preload}
            onFocus={forgot.preload}
            aria-haspopup="dialog"
          >
            Forgot password
          </TextButton>
        </div>
        <SubmitButton
          isPending={isPending}
          pendingText="Signing in…"
          isDisabled={isLocked || lock.isChecking}
        >
          Sign in
        </SubmitButton>
        {children}
      </form>
      {forgot.email !== null && <ResetDialog email={forgot.email} onClose={forgot.close} />}
    </>
  );
}

function alertOf({ lock, failure }: SignIn, notice: string | null): ComponentProps<typeof FormAlert> {
  if (failure !== null) return { message: failure };
  // The notice is shown even while sign-in is locked.
  if (notice === null && lock.startedWithSeconds !== null) return lockAnnouncement(lock);
  return { message: notice, tone: 'good' };
}

/** For screen readers only, because the countdown shows it. */
const lockAnnouncement = ({ startedWithSeconds }: SignIn['lock']): ComponentProps<typeof FormAlert> => ({
  message: startedWithSeconds === null ? null : lockMessage(startedWithSeconds),
  isScreenReaderOnly: true,
});
