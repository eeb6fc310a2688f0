import { Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SecondFactorRequired } from '../../lib/access-token.ts';
import { finishSignIn } from '../../session/session.ts';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { finishByPasskey } from './passkey.ts';
import classes from './second-step.module.css';

type Method = SecondFactorRequired['methods'][number];

const WORDS = {
  totp: 'Enter the 6-digit code that your authenticator app shows now.',
  passkey: 'Use the passkey you set up: fingerprint, face, screen lock or security key.',
  recovery: 'Enter one of the recovery codes you kept. Each works once.',
} satisfies Record<Method, string>;

const OFFERS = {
  totp: 'Use a code from your app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
} satisfies Record<Method, string>;

const CODES = {
  totp: { label: 'Code', inputMode: 'numeric', maxLength: 7, isRequired: 'code is required' },
  recovery: { label: 'Recovery code', inputMode: 'text', maxLength: 40, isRequired: 'code is required' },
} as const;

/** What this step shows and changes of the sign-in page's state. */
interface SecondStepState {
  failure: string | null;
  isPending: boolean;
  prove: (enter: () => Promise<void>) => void;
  startOver: () => void;
  clearFailure: () => void;
}

export interface SecondStepProps {
  signIn: SecondStepState;
  step: SecondFactorRequired;
}

/** The step after a right password: the second factor. */
export function SecondStep({ signIn, step: { challengeToken, methods } }: SecondStepProps) {
  const { failure, isPending, prove, startOver, clearFailure } = signIn;
  const [method, setMethod] = useState<Method>(() => methods[0] ?? 'recovery');
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector<HTMLElement>('input, button')?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another method starts at its own first control.
  useEffect(focus, [method]);

  const change = (to: Method) => {
    clearFailure();
    setError(null);
    setMethod(to);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    if (method === 'passkey') return prove(() => finishByPasskey(challengeToken));
    const input = event.currentTarget.querySelector('input');
    const code = (input?.value ?? '').replaceAll(/\s/g, '');
    setError(code === '' ? CODES[method].isRequired : null);
    if (code === '') return focus();
    prove(async () => {
      try {
        await finishSignIn({ grant: 'second_factor', challengeToken, method, code });
      } finally {
        input?.select();
      }
    });
  };

  return (
    <form ref={form} className={classes['step']} onSubmit={submit} noValidate aria-busy={isPending}>
      <p className={classes['words']}>{WORDS[method]}</p>
      <FormAlert message={failure} />
      {method === 'passkey' ? (
        <Button
          type="submit"
          size="md"
          fullWidth
          aria-disabled={isPending}
          leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />}
          classNames={{ root: classes['passkey'] ?? '' }}
        >
          {isPending ? 'Waiting for your passkey…' : 'Use passkey'}
        </Button>
      ) : (
        <>
          <TextInput
            {...fieldLook}
            key={method}
            label={CODES[method].label}
            inputMode={CODES[method].inputMode}
            maxLength={CODES[method].maxLength}
            autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            error={error}
            onChange={() => setError(null)}
            classNames={{
              ...fieldLook.classNames,
              input: `${fieldLook.classNames.input} ${classes['code']}`,
            }}
          />
          <SubmitButton isPending={isPending} pendingText="Checking…">
            Continue
          </SubmitButton>
        </>
      )}
      <div className={classes['others']}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <TextButton key={other} onClick={() => change(other)}>
              {OFFERS[other]}
            </TextButton>
          ))}
        <TextButton onClick={startOver}>Back to sign-in</TextButton>
      </div>
    </form>
  );
}
