import type { FormEvent } from 'react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isLongEnough, isShortEnough } from '../../../shared/domain/password-rules.ts';
import { ApiError, type ApiErrorCode, isOutage, messageWhenSignedIn } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { type FieldErrors, useFieldErrors } from '../../ui/form/use-field-errors.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';

const FIELDS = ['oldPassword', 'newPassword', 'confirmation'] as const;
type Field = (typeof FIELDS)[number];
type Passwords = Record<Field, string>;

/** The field that each refusal of the server is about. */
const FIELD_OF: Partial<Record<ApiErrorCode, Field>> = {
  old_password_wrong: 'oldPassword',
  too_many_attempts: 'oldPassword',
  password_sign_in_needed: 'oldPassword',
  password_unchanged: 'newPassword',
  passwords_differ: 'confirmation',
  password_too_short: 'newPassword',
  password_too_long: 'newPassword',
  password_too_common: 'newPassword',
  password_has_name: 'newPassword',
};

const NOT_KNOWN =
  'The portal did not answer, so we cannot tell whether your new password was saved. Please send it again: if your old password is then said to be wrong, the new one is in force.';

/** The state of the password form: errors of its fields, and the running change. */
export function usePasswordChange(userId: bigint, onChanged: () => void) {
  const { place, errors, focus, show, clear } = useFieldErrors(FIELDS);
  const { failure, isPending, run, setFailure } = useAction(messageWhenSignedIn);

  const change = async (passwords: Passwords) => {
    try {
      await call(
        passwordsContract.changePassword,
        { body: { userId, ...passwords } },
        { whenUnanswered: NOT_KNOWN },
      );
    } catch (error) {
      const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
      if (isOutage(error)) throw error;
      if (!field) return flash(pageRefusals.unexpected.message, { tone: 'bad' });
      focus(field);
      throw error;
    }
    flash('Password Changed Successfully');
    onChanged();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const passwords = readPasswords(new FormData(event.currentTarget));
    setFailure(null);
    // The server compares the passwords with each other, because the old one has to be checked first, and only the server can.
    if (show(check(passwords))) void run(() => change(passwords));
  };

  return { form: place, errors, failure, isPending, submit, clearError: clear };
}

function readPasswords(data: FormData): Passwords {
  const read = (field: Field) => String(data.get(field) ?? '');
  return {
    oldPassword: read('oldPassword'),
    newPassword: read('newPassword'),
    confirmation: read('confirmation'),
  };
}

function check(passwords: Passwords): FieldErrors<Field> {
  const found: FieldErrors<Field> = {};
  for (const field of FIELDS) {
    if (passwords[field] === '') found[field] = 'Required.';
    else if (!isLongEnough(passwords[field])) found[field] = pageRefusals.password_too_short.message;
    else if (!isShortEnough(passwords[field])) found[field] = pageRefusals.password_too_long.message;
  }
  return found;
}
