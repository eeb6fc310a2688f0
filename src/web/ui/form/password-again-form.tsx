import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { messageWhenSignedIn } from '../../lib/api-error.ts';
import { FormActions } from '../dialog/form-actions.tsx';
import { useAction } from '../use-action.ts';
import { FormAlert } from './form-alert.tsx';
import classes from './form-fields.module.css';
import { PasswordField } from './password-field.tsx';
import { SavingForm } from './saving-form.tsx';

interface PasswordAgainFormProps {
  submitLabel: string;
  /** Checks the other fields of the form and shows their errors. True if they are valid. */
  check?: (data: FormData) => boolean;
  /** Gets the password and the form's other data, and throws if the server refuses. */
  onSubmit: (password: string, data: FormData) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the password before actions for which an open session is not enough. */
export function PasswordAgainForm(props: PasswordAgainFormProps) {
  const { submitLabel, check, onSubmit, onClose, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);
  const { failure, isPending, run } = useAction(messageWhenSignedIn);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    const isRestFine = check?.(data) ?? true;
    setError(password === '' ? 'Required.' : null);
    if (!isRestFine) return;
    if (password === '') form.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
    else void run(() => onSubmit(password, data));
  };

  return (
    <SavingForm ref={form} onSubmit={submit} isSaving={isPending}>
      <div className={classes['fields']}>
        <FormAlert message={failure} />
        {children}
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          withAsterisk={children !== undefined}
          error={error}
          onChange={() => setError(null)}
        />
      </div>
      <FormActions isPending={isPending} onClose={onClose}>
        {submitLabel}
      </FormActions>
    </SavingForm>
  );
}
