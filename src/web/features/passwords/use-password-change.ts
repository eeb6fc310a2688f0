import { type FormEvent, useRef, useState } from 'react';
import { refusals } from '../../../shared/contract/errors.ts';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isLongEnough } from '../../../shared/domain/password-rules.ts';
import { ApiError, type ApiErrorCode, isApiError, TOO_MANY_GUESSES } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { flash } from '../../ui/message/flash.ts';

const FIELDS = ['oldPassword', 'newPassword', 'confirmation'] as const;
type Field = (typeof FIELDS)[number];
type FieldErrors = Partial<Record<Field, string>>;
type Passwords = Record<Field, string>;

/** What the server may have against a password, and the field that it is about. */
const FIELD_OF: Partial<Record<ApiErrorCode, Field>> = {
  old_password_wrong: 'oldPassword',
  password_unchanged: 'newPassword',
  password_too_short: 'newPassword',
  password_too_common: 'newPassword',
};

/** The password form's state: what is wrong with the fields or between them, and how the change is going. */
export function usePasswordChange(userId: bigint, onChanged: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const focus = (field: Field) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  const refuse = (message: string, field: Field) => {
    setFailure(message);
    focus(field);
  };

  const change = async ({ oldPassword, newPassword }: Passwords) => {
    setIsPending(true);
    try {
      await call(passwordsContract.changePassword, { body: { userId, oldPassword, newPassword } });
      flash('Password Changed Successfully');
      onChanged();
    } catch (error) {
      const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
      if (error instanceof ApiError && field) refuse(error.message, field);
      else if (isApiError(error, 'too_many_attempts')) refuse(TOO_MANY_GUESSES, 'oldPassword');
      else flash(refusals.unexpected.message, { tone: 'bad' });
    } finally {
      setIsPending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const passwords = readPasswords(new FormData(event.currentTarget));
    const found = check(passwords);
    setErrors(found);
    setFailure(null);
    const firstWrong = FIELDS.find((field) => found[field] !== undefined);
    if (firstWrong !== undefined) focus(firstWrong);
    else if (passwords.newPassword !== passwords.confirmation)
      refuse('Your new password and confirm password are not matching', 'confirmation');
    else void change(passwords);
  };

  const clearError = (field: Field) => setErrors(({ [field]: _, ...others }) => others);

  return { form, errors, failure, isPending, submit, clearError };
}

function readPasswords(data: FormData): Passwords {
  const read = (field: Field) => String(data.get(field) ?? '');
  return {
    oldPassword: read('oldPassword'),
    newPassword: read('newPassword'),
    confirmation: read('confirmation'),
  };
}

function check(passwords: Passwords): FieldErrors {
  const found: FieldErrors = {};
  for (const field of FIELDS) {
    if (passwords[field] === '') found[field] = 'Required.';
    else if (!isLongEnough(passwords[field])) found[field] = refusals.password_too_short.message;
  }
  return found;
}
