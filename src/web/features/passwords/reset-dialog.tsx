import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { usePortalInfo } from '../../page/entry/portal-info.ts';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import form from '../../ui/form/form-fields.module.css';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import classes from './reset-dialog.module.css';
import { useResetRequest } from './use-reset-request.ts';

const LONGEST_EMAIL = 254;

export interface ResetDialogProps {
  /** The initial value of the field. */
  email: string;
  onClose: () => void;
}

/** Asks where to send a link for a new password. */
export function ResetDialog({ email, onClose }: ResetDialogProps) {
  const portal = usePortalInfo();
  const { outcome, error, failure, isPending, submit, startOver } = useResetRequest();
  const isSent = outcome === 'sent';
  return (
    <Dialog title="Forgot password" lead="We’ll mail you a link to choose a new one." onClose={onClose}>
      <SavingForm onSubmit={submit} isSaving={isPending}>
        <div className={form['fields']}>
          <FormAlert tone={isSent ? 'good' : 'bad'} message={isSent ? SENT : failure} />
          <TextInput
            {...fieldLook}
            name="email"
            type="email"
            label="E-mail"
            autoComplete="email"
            maxLength={LONGEST_EMAIL}
            defaultValue={email}
            readOnly={isSent}
            error={outcome === 'unknown' ? UNKNOWN : error}
            onChange={startOver}
          />
          {isSent && portal?.disclosesAccounts && <p className={classes['known']}>{REGISTERED}</p>}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {isSent ? 'Done' : 'Cancel'}
          </Button>
          {outcome === null && (
            <Button type="submit" loading={isPending}>
              Send Me Email
            </Button>
          )}
        </DialogActions>
      </SavingForm>
    </Dialog>
  );
}

const SENT = 'Password reset link has been sent to your email, Please check your email to proceed';
const UNKNOWN = 'Your Email does not exist in our system';
const REGISTERED = 'Your Email is registered in our system';
