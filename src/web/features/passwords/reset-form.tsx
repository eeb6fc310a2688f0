import { FormAlert } from '../../ui/form/form-alert.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import '@mantine/core/styles/Input.layer.css';
import classes from './reset-form.module.css';
import { useResetForm } from './use-reset-form.ts';

interface ResetFormProps {
  token: string;
  /** On the button, before it is pressed and after. */
  submitWords: { idle: string; pending: string };
  onExpired: () => void;
}

export function ResetForm({ token, submitWords, onExpired }: ResetFormProps) {
  const { form, errors, failure, isPending, submit, clearError } = useResetForm(token, onExpired);
  return (
    <form ref={form} className={classes['form']} onSubmit={submit} noValidate aria-busy={isPending}>
      <FormAlert message={failure} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        error={errors.password}
        onChange={() => clearError('password')}
      />
      <PasswordField
        name="retyped"
        label="Retype Password"
        autoComplete="new-password"
        error={errors.retyped}
        onChange={() => clearError('retyped')}
      />
      <SubmitButton isPending={isPending} pendingText={submitWords.pending}>
        {submitWords.idle}
      </SubmitButton>
    </form>
  );
}
