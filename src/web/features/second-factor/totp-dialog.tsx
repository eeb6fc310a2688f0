import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { secondFactorContract } from '../../../shared/contract/second-factor.ts';
import { messageWhenSignedIn } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormActions } from '../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import form from '../../ui/form/form-fields.module.css';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './second-factor.module.css';

type Started = Output<typeof secondFactorContract.startTotp>;

interface TotpDialogProps {
  /** Called with the recovery codes if this is the first factor. */
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

export function TotpDialog({ onAdded, onClose }: TotpDialogProps) {
  const [started, setStarted] = useState<Started | null>(null);
  if (!started) {
    return (
      <Dialog
        key="password"
        title="Set up an authenticator app"
        lead="First, show that it is you. Then the app gets a key."
        onClose={onClose}
      >
        <PasswordAgainForm
          submitLabel="Continue"
          onSubmit={async (password) =>
            setStarted(await call(secondFactorContract.startTotp, { body: { password } }))
          }
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      key="code"
      title="Set up an authenticator app"
      lead="Scan the code with your app, or enter the key there. Then type what the app shows."
      onClose={onClose}
    >
      <ConfirmForm started={started} onAdded={onAdded} onClose={onClose} />
    </Dialog>
  );
}

interface ConfirmFormProps extends TotpDialogProps {
  started: Started;
}

function ConfirmForm({ started, onAdded, onClose }: ConfirmFormProps) {
  const { failure, isPending, run, setFailure } = useAction(messageWhenSignedIn);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (code === '') setFailure('Enter the six digits that the app shows.');
    else {
      void run(async () => {
        const { recoveryCodes } = await call(secondFactorContract.confirmTotp, { body: { code } });
        onAdded(recoveryCodes);
      });
    }
  };

  return (
    <SavingForm onSubmit={submit} isSaving={isPending}>
      <div className={form['fields']}>
        <FormAlert message={failure} />
        <div className={classes['key']}>
          <QrCode text={started.uri} label="The key, to be scanned" />
          <div>
            <p className={classes['secret']}>{inGroups(started.secret)}</p>
            <a href={started.uri}>Open in an app on this device</a>
          </div>
        </div>
        <TextInput
          {...fieldLook}
          name="code"
          label="Code"
          description="Six digits; a new one every 30 seconds"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
        />
      </div>
      <FormActions isPending={isPending} onClose={onClose}>
        Turn on
      </FormActions>
    </SavingForm>
  );
}

/** 'JBSW Y3DP EHPK 3PXP', which is easier to type. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
