import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import '@mantine/core/styles/Input.layer.css';
import classes from './reset-form.module.css';
import { useResetForm } from './use-reset-form.ts';

export const PASSWORD_HINT = 'At least 8 characters';

interface ResetFormProps {
  token: string;
  /** The button's text, before it is pressed and while the request is pending. */
  submitWords: { idle: string; pending: string };
  onExpired: () => void;
}

export function ResetForm({ token, submitWords, onExpired }: ResetFormProps) {
  const { form, errors, failure, isPending, submit, clearError } = useResetForm(token, onExpired);
  return (
    <SavingForm ref={form} className={classes['form']} onSubmit={submit} isSaving={isPending}>
      <FormAlert message={failure} />
      <PasswordField
        name="password"
        label="Password"
        description={errors.password === undefined ? PASSWORD_HINT : undefined}
        // Below the field, where an error replaces it.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ ...fieldLook.classNames, description: classes['hint'] ?? '' }}
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
    </SavingForm>
  );
}
