import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { LockNotice } from './lock-notice.tsx';
import { LoginNameField } from './login-name-field.tsx';
import classes from './sign-in-form.module.css';
import type { SignIn } from './use-sign-in.ts';

interface SignInFormProps {
  signIn: SignIn;
  /** Good news from the page before. */
  notice: string | null;
}

export function SignInForm({ signIn, notice }: SignInFormProps) {
  const { form, errors, failure, isPending, lock, remembered, submit, clearError } = signIn;
  const isLocked = lock.secondsLeft !== null;
  return (
    <form ref={form} className={classes['form']} onSubmit={submit} noValidate aria-busy={isPending}>
      <FormAlert message={isLocked ? null : failure} />
      {notice !== null && failure === null && !isLocked && <FormAlert tone="good" message={notice} />}
      <LockNotice secondsLeft={lock.secondsLeft} startedWithSeconds={lock.startedWithSeconds} />
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
        {remembered.email === null && (
          <Checkbox
            name="isRemembered"
            label="Remember me"
            classNames={{ input: classes['box'] ?? '', label: classes['remember'] ?? '' }}
          />
        )}
        <ForgotPassword form={form} />
      </div>
      <SubmitButton isPending={isPending} pendingText="Signing in…" isDisabled={isLocked || lock.isChecking}>
        Sign in
      </SubmitButton>
    </form>
  );
}
