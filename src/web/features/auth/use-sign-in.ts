import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SecondFactorAsked, TenantAsked } from '../../lib/access.ts';
import { ApiError, isApiError, messageOf } from '../../lib/api-error.ts';
import { type Credentials, signIn, signInByTicket, signInRemembered } from '../../session/session.ts';
import { SecondStep } from './lazy-second-step.ts';
import { takeTicket } from './ticket.ts';
import { useEmailCheck } from './use-email-check.ts';
import { useLock, type Who } from './use-lock.ts';
import { useRemembered } from './use-remembered.ts';

const FIELDS = ['loginName', 'password'] as const;
type Field = (typeof FIELDS)[number];
type FieldErrors = Partial<Record<Field, string>>;

export type SignIn = ReturnType<typeof useSignIn>;

// A few lines instead of the form library: this page is to open quickly, and it has two fields.

/** Everything the sign-in page knows: what is wrong with the fields, how the attempt is going and which step it is at. */
export function useSignIn(userEmail: string) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const lock = useLock();
  const remembered = useRemembered(userEmail === '', (seconds) => lock.start('remembered', seconds));
  const [nameToStartWith, setNameToStartWith] = useState(userEmail);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isForgotten, setIsForgotten] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondFactorAsked | null>(null);
  const [whoIsAsked, setWhoIsAsked] = useState<Who | null>(null);

  const focus = (field: Field) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  const attempt = async (enter: () => Promise<void>, who: Who | null) => {
    setFailure(null);
    setIsPending(true);
    try {
      await enter();
      // The route lets nobody stay who has a session, and knows where they wanted to go.
      await router.invalidate();
    } catch (error) {
      await answer(error, who);
    } finally {
      setIsPending(false);
    }
  };

  const answer = async (error: unknown, who: Who | null) => {
    if (error instanceof TenantAsked) return router.invalidate();
    if (error instanceof SecondFactorAsked) {
      await SecondStep.preload?.();
      setNameToStartWith(who === null || who === 'remembered' ? '' : who.loginName);
      setWhoIsAsked(who);
      return setSecondStep(error);
    }
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    if (isApiError(error, 'too_many_attempts') && seconds !== undefined) {
      setSecondStep(null);
      return lock.start(who, seconds);
    }
    setFailure(messageOf(error));
    if (isApiError(error, 'sign_in_expired')) setSecondStep(null);
    if (isApiError(error, 'invalid_credentials')) focus('password');
    if (who === 'remembered' && isApiError(error, 'not_signed_in')) {
      remembered.noteGone();
      setIsForgotten(true);
    }
    if (isApiError(error, 'role_not_allowed')) {
      // Also of what the address brought along, which is what the form would go back to.
      setNameToStartWith('');
      form.current?.reset();
      focus('loginName');
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || lock.secondsLeft !== null || remembered.isAsking) return;
    const isRemembered = remembered.email !== null;
    const credentials = readCredentials(new FormData(event.currentTarget));
    const found = check(credentials, isRemembered);
    setErrors(found);
    setFailure(null);
    const firstWrong = FIELDS.find((field) => found[field] !== undefined);
    if (firstWrong !== undefined) return focus(firstWrong);
    if (isRemembered) void attempt(() => signInRemembered(credentials.password), 'remembered');
    else void attempt(() => signIn(credentials), credentials);
  };

  const forgetRemembered = async () => {
    setFailure(null);
    try {
      await remembered.forget();
      // It was theirs; the next one's tries are their own.
      lock.end();
      setIsForgotten(true);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the empty field is there to be focused.
  useEffect(() => {
    if (isForgotten) focus('loginName');
  }, [isForgotten]);

  useEmailCheck(userEmail, setFailure);

  const begin = useRef(attempt);
  useEffect(() => {
    const ticket = takeTicket();
    if (ticket !== null) void begin.current(() => signInByTicket(ticket), null);
  }, []);

  return {
    form,
    errors,
    failure,
    isPending,
    lock,
    remembered,
    nameToStartWith,
    secondStep,
    submit,
    forgetRemembered,
    /** Answers the second step. */
    prove: (enter: () => Promise<void>) => void attempt(enter, whoIsAsked),
    startOver: () => {
      setFailure(null);
      setSecondStep(null);
    },
    clearFailure: () => setFailure(null),
    clearError: (field: Field) => setErrors(({ [field]: _, ...others }) => others),
  };
}

function readCredentials(data: FormData): Credentials {
  return {
    loginName: String(data.get('loginName') ?? '').trim(),
    password: String(data.get('password') ?? ''),
    isRemembered: data.has('isRemembered'),
  };
}

function check({ loginName, password }: Credentials, isRemembered: boolean): FieldErrors {
  return {
    ...(loginName === '' && !isRemembered && { loginName: 'email or username required' }),
    ...(password === '' && { password: 'password is required' }),
  };
}
