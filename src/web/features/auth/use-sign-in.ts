import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type Credentials, signIn } from '../../app/session.ts';
import { isApiError, messageOf } from '../../lib/api-error.ts';

const FIELDS = ['loginName', 'password'] as const;
type Field = (typeof FIELDS)[number];
type FieldErrors = Partial<Record<Field, string>>;

// A few lines instead of the form library: this page is to open quickly, and it has two fields.

/** The sign-in form's state: what is wrong with the fields, and how the attempt is going. */
export function useSignIn() {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const focus = (field: Field) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  const attempt = async (credentials: Credentials) => {
    setIsPending(true);
    try {
      await signIn(credentials);
      // The route lets nobody stay who has a session, and knows where they wanted to go.
      await router.invalidate();
    } catch (error) {
      setFailure(messageOf(error));
      if (isApiError(error, 'invalid_credentials')) focus('password');
      if (isApiError(error, 'role_not_allowed')) {
        form.current?.reset();
        focus('loginName');
      }
    } finally {
      setIsPending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const credentials = readCredentials(new FormData(event.currentTarget));
    const found = check(credentials);
    setErrors(found);
    setFailure(null);
    const firstWrong = FIELDS.find((field) => found[field] !== undefined);
    if (firstWrong === undefined) void attempt(credentials);
    else focus(firstWrong);
  };

  const clearError = (field: Field) => setErrors(({ [field]: _, ...others }) => others);

  return { form, errors, failure, isPending, submit, clearError };
}

function readCredentials(data: FormData): Credentials {
  return {
    loginName: String(data.get('loginName') ?? '').trim(),
    password: String(data.get('password') ?? ''),
    isRemembered: data.has('isRemembered'),
  };
}

function check({ loginName, password }: Credentials): FieldErrors {
  return {
    ...(loginName === '' && { loginName: 'email or username required' }),
    ...(password === '' && { password: 'password is required' }),
  };
}
