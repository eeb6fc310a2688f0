import '@mantine/core/styles/Input.layer.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormActions } from '../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import classes from '../../ui/form/form-fields.module.css';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { usePasswordChange } from './use-password-change.ts';

interface PasswordDialogProps {
  userId: bigint;
  onChanged: () => void;
  onClose: () => void;
}

export function PasswordDialog({ userId, onChanged, onClose }: PasswordDialogProps) {
  return (
    <Dialog
      title="Password Change"
      lead="At least 8 characters. You will be signed out on your other devices."
      onClose={onClose}
    >
      <PasswordForm userId={userId} onChanged={onChanged} onLeave={onClose} leaveLabel="Cancel" />
    </Dialog>
  );
}

interface FirstLoginDialogProps {
  userId: bigint;
  onChanged: () => void;
  onSignOut: () => void;
}

/** Cannot be closed: the user has to change the password or sign out. */
export function FirstLoginDialog({ userId, onChanged, onSignOut }: FirstLoginDialogProps) {
  return (
    <Dialog
      title="First Login & Password Change"
      lead="The password you were given was for once. Choose one of your own, of at least 8 characters, to go on."
    >
      <PasswordForm userId={userId} onChanged={onChanged} onLeave={onSignOut} leaveLabel="Logout" />
    </Dialog>
  );
}

interface PasswordFormProps {
  userId: bigint;
  onChanged: () => void;
  onLeave: () => void;
  leaveLabel: string;
}

function PasswordForm({ userId, onChanged, onLeave, leaveLabel }: PasswordFormProps) {
  const { form, errors, failure, isPending, submit, clearError } = usePasswordChange(userId, onChanged);
  return (
    <SavingForm ref={form} onSubmit={submit} isSaving={isPending}>
      <div className={classes['fields']}>
        <FormAlert message={failure} />
        <PasswordField
          name="oldPassword"
          label="Old Password"
          autoComplete="current-password"
          error={errors.oldPassword}
          onChange={() => clearError('oldPassword')}
        />
        <PasswordField
          name="newPassword"
          label="New Password"
          autoComplete="new-password"
          error={errors.newPassword}
          onChange={() => clearError('newPassword')}
        />
        <PasswordField
          name="confirmation"
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmation}
          onChange={() => clearError('confirmation')}
        />
      </div>
      <FormActions closeLabel={leaveLabel} isPending={isPending} onClose={onLeave}>
        Change password
      </FormActions>
    </SavingForm>
  );
}
