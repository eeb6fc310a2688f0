import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SecondFactorMethod as Method } from '../../shared/contract/sign-in-grants.ts';
import { fieldLook } from '../ui/form/field-look.ts';
import { FormAlert } from '../ui/form/form-alert.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextButton } from '../ui/text-button.tsx';
import classes from './factor-form.module.css';

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

interface FactorFormProps {
  methods: readonly Method[];
  failure: string | null;
  isPending: boolean;
  onCode: (method: 'totp' | 'recovery', code: string) => Promise<void>;
  onPasskey: () => Promise<void>;
  /** Runs what the user submitted, and shows it as pending. */
  run: (action: () => Promise<void>) => void;
  clearFailure: () => void;
  leaveLabel: string;
  onLeave: () => void;
}

/** Asks for one of the user's second factors. */
export function FactorForm(props: FactorFormProps) {
  const { methods, failure, isPending, onCode, onPasskey, run, clearFailure, leaveLabel, onLeave } = props;
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
    if (method === 'passkey') return run(onPasskey);
    const input = event.currentTarget.querySelector('input');
    const code = (input?.value ?? '').replaceAll(/\s/g, '');
    setError(code === '' ? CODES[method].isRequired : null);
    if (code === '') return focus();
    run(async () => {
      try {
        await onCode(method, code);
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
        <TextButton onClick={onLeave}>{leaveLabel}</TextButton>
      </div>
    </form>
  );
}
