import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isLongEnough, isShortEnough } from '../../../shared/domain/password-rules.ts';
import { ApiError, isApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { leaveAfterReset } from '../../session/session.ts';
import { type FieldErrors, useFieldErrors } from '../../ui/form/use-field-errors.ts';
import { useAction } from '../../ui/use-action.ts';

const FIELDS = ['password', 'retyped'] as const;
type Field = (typeof FIELDS)[number];

const NOT_KNOWN =
  'The portal did not answer, so we cannot tell whether your new password was saved. Please send it again. If the link is then said to be used, your new password is in force: sign in with it.';

const ABOUT_THE_PASSWORD = ['password_too_short', 'password_too_common', 'password_has_name'];

export function useResetForm(token: string, onExpired: () => void) {
  const router = useRouter();
  const { place, errors, focus, show, clear } = useFieldErrors(FIELDS);
  const { failure, isPending, run, setFailure } = useAction(messageOf);

  const reset = async (newPassword: string) => {
    try {
      const { message } = await call(
        passwordsContract.resetPassword,
        { body: { token, newPassword } },
        { whenUnanswered: NOT_KNOWN },
      );
      await leaveAfterReset();
      await router.navigate({ to: '/login', replace: true, state: { notice: message } });
    } catch (error) {
      if (isApiError(error, 'link_expired')) return onExpired();
      if (error instanceof ApiError && ABOUT_THE_PASSWORD.includes(error.code))
        return void show({ password: error.message });
      focus('password');
      throw error;
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    const retyped = String(data.get('retyped') ?? '');
    setFailure(null);
    if (!show(check(password, retyped))) return;
    if (password === retyped) return void run(() => reset(password));
    setFailure("Password doesn't match");
    focus('retyped');
  };

  return { form: place, errors, failure, isPending, submit, clearError: clear };
}

function whyNot(password: string): FieldErrors<Field> {
  if (!isLongEnough(password)) return { password: pageRefusals.password_too_short.message };
  return isShortEnough(password) ? {} : { password: pageRefusals.password_too_long.message };
}

function check(password: string, retyped: string): FieldErrors<Field> {
  return {
    ...(password === '' ? { password: 'password is required' } : whyNot(password)),
    ...(retyped === '' && { retyped: 'Retype password is required' }),
  };
}
