import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { refusals } from '../../../shared/contract/errors.ts';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isLongEnough } from '../../../shared/domain/password-rules.ts';
import { leaveAfterReset } from '../../app/session/session.ts';
import { isApiError, messageOf } from '../../lib/api-error.ts';
import { send } from '../../lib/send.ts';

const FIELDS = ['password', 'retyped'] as const;
type Field = (typeof FIELDS)[number];
type FieldErrors = Partial<Record<Field, string>>;

export function useResetForm(token: string, onExpired: () => void) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const focus = (field: Field) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  const reset = async (newPassword: string) => {
    setIsPending(true);
    try {
      const { message } = await send(passwordsContract.resetPassword, { body: { token, newPassword } });
      await leaveAfterReset();
      await router.navigate({ to: '/login', replace: true, state: { notice: message } });
    } catch (error) {
      if (isApiError(error, 'link_expired')) return onExpired();
      const isAboutPassword =
        isApiError(error, 'password_too_short') || isApiError(error, 'password_too_common');
      if (isAboutPassword) setErrors({ password: messageOf(error) });
      else setFailure(messageOf(error));
      focus('password');
    } finally {
      setIsPending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    const retyped = String(data.get('retyped') ?? '');
    const found = check(password, retyped);
    setErrors(found);
    setFailure(null);
    const firstWrong = FIELDS.find((field) => found[field] !== undefined);
    if (firstWrong !== undefined) return focus(firstWrong);
    if (password === retyped) return void reset(password);
    setFailure("Password doesn't match");
    focus('retyped');
  };

  const clearError = (field: Field) => setErrors(({ [field]: _, ...others }) => others);

  return { form, errors, failure, isPending, submit, clearError };
}

function check(password: string, retyped: string): FieldErrors {
  return {
    ...(password === ''
      ? { password: 'password is required' }
      : !isLongEnough(password) && { password: refusals.password_too_short.message }),
    ...(retyped === '' && { retyped: 'Retype password is required' }),
  };
}
