import { TextInput } from '@mantine/core';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { addPasskey } from './second-factor.api.ts';

interface PasskeyDialogProps {
  /** Called with the recovery codes if this is the first factor. */
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}

const LONGEST_NAME = 60;
const USUAL_NAME = 'My passkey';

export function PasskeyDialog({ onAdded, onClose }: PasskeyDialogProps) {
  return (
    <Dialog
      title="Add a passkey"
      lead="Your fingerprint, face, PIN or security key. The browser asks for it in the next step."
      onClose={onClose}
    >
      <PasswordAgainForm
        submitLabel="Continue"
        onSubmit={async (password, data) => {
          const name = String(data.get('name') ?? '').trim() || USUAL_NAME;
          onAdded(await addPasskey(password, name));
        }}
        onClose={onClose}
      >
        <TextInput
          {...fieldLook}
          name="name"
          label="Name"
          description="So that you can tell it from others, for instance Work laptop"
          defaultValue={USUAL_NAME}
          maxLength={LONGEST_NAME}
          autoComplete="off"
        />
      </PasswordAgainForm>
    </Dialog>
  );
}
