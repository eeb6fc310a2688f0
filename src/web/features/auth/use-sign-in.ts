import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SecondFactorRequired, TenantRequired } from '../../lib/access-token.ts';
import { ApiError, isApiError, messageOf } from '../../lib/api-error.ts';
import { type Credentials, signIn, signInByTicket, signInRemembered } from '../../session/session.ts';
import { useAction } from '../../ui/use-action.ts';
import { SecondStep } from './lazy-second-step.ts';
import { asksAboutTicket, takeTicket } from './ticket.ts';
import { useEmailCheck } from './use-email-check.ts';
import { useLock, type Who } from './use-lock.ts';
import { useRemembered } from './use-remembered.ts';

const FIELDS = ['loginName', 'password'] as const;
type Field = (typeof FIELDS)[number];
type FieldErrors = Partial<Record<Field, string>>;

export type SignIn = ReturnType<typeof useSignIn>;

// Without a form library, because this page has two fields and has to open quickly.

/** The state of the sign-in page: errors of the fields, the running attempt and the current step. */
export function useSignIn(userEmail: string) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const lock = useLock();
  const remembered = useRemembered(userEmail === '', (seconds) => lock.start('remembered', seconds));
  const [nameToStartWith, setNameToStartWith] = useState(userEmail);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { failure, isPending, run, setFailure } = useAction(messageOf);
  const forgetting = useAction(messageOf);
  const [isForgotten, setIsForgotten] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondFactorRequired | null>(null);
  const [whoIsAsked, setWhoIsAsked] = useState<Who | null>(null);

  const focus = (field: Field) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  const clearFailure = () => {
    setFailure(null);
    forgetting.setFailure(null);
  };

  const attempt = (enter: () => Promise<void>, who: Who | null) => {
    clearFailure();
    return run(async () => {
      try {
        await enter();
        // The route sends anybody with a session on to the page that they wanted.
        await router.invalidate();
      } catch (error) {
        await answer(error, who);
      }
    });
  };

  /** Leads to the next step of signing in, or throws what is shown as a failure. */
  const answer = async (error: unknown, who: Who | null) => {
    if (error instanceof TenantRequired) return router.invalidate();
    if (error instanceof SecondFactorRequired) {
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
    if (isApiError(error, 'sign_in_expired')) setSecondStep(null);
    if (isApiError(error, 'invalid_credentials')) focus('password');
    if (who === 'remembered' && isApiError(error, 'not_signed_in')) {
      remembered.noteGone();
      setIsForgotten(true);
    }
    if (isApiError(error, 'role_not_allowed')) {
      // Also clears the name from the address, to which the form would be reset.
      setNameToStartWith('');
      form.current?.reset();
      focus('loginName');
    }
    throw error;
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || lock.secondsLeft !== null || remembered.isAsking) return;
    const isRemembered = remembered.email !== null;
    const credentials = readCredentials(new FormData(event.currentTarget));
    const found = check(credentials, isRemembered);
    setErrors(found);
    clearFailure();
    const firstWrong = FIELDS.find((field) => found[field] !== undefined);
    if (firstWrong !== undefined) return focus(firstWrong);
    if (isRemembered) void attempt(() => signInRemembered(credentials.password), 'remembered');
    else void attempt(() => signIn(credentials), credentials);
  };

  const forgetRemembered = () => {
    clearFailure();
    return forgetting.run(async () => {
      await remembered.forget();
      // The lock was for the remembered user; the next visitor's attempts are counted separately.
      lock.end();
      setIsForgotten(true);
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the empty field is there to be focused.
  useEffect(() => {
    if (isForgotten) focus('loginName');
  }, [isForgotten]);

  useEmailCheck(userEmail, setFailure);

  const [isAskedAboutTicket, setIsAskedAboutTicket] = useState(asksAboutTicket);
  const followTicket = async () => {
    const ticket = takeTicket();
    if (ticket !== null) await attempt(() => signInByTicket(ticket), null);
    setIsAskedAboutTicket(false);
  };
  const begin = useRef(followTicket);
  useEffect(() => {
    if (!asksAboutTicket()) void begin.current();
  }, []);

  return {
    form,
    errors,
    failure: failure ?? forgetting.failure,
    isPending,
    lock,
    remembered,
    nameToStartWith,
    secondStep,
    isAskedAboutTicket,
    followTicket,
    /** Leaves the ticket alone and shows the form. */
    refuseTicket: () => {
      takeTicket();
      setIsAskedAboutTicket(false);
    },
    submit,
    forgetRemembered,
    /** Submits the second step. */
    prove: (enter: () => Promise<void>) => void attempt(enter, whoIsAsked),
    startOver: () => {
      clearFailure();
      setSecondStep(null);
    },
    clearFailure,
    tell: setFailure,
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
