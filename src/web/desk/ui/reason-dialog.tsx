import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormActions } from '../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import fieldClasses from '../../ui/form/form-fields.module.css';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { useAction } from '../../ui/use-action.ts';

interface ReasonDialogProps {
  title: string;
  lead: string;
  /** What a good reason says. */
  description?: string;
  /** What is said when none is given. */
  needed?: string;
  askLabel?: string;
  onAsk: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for something with a reason: a second person, who will read it, unless it says otherwise. */
export function ReasonDialog({
  title,
  lead,
  description = 'Say how you know who is asking, such as a call to a known number.',
  needed = 'Please say why. Whoever decides reads it.',
  askLabel = 'Ask a second person',
  onAsk,
  onClose,
}: ReasonDialogProps) {
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [reason, setReason] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setFailure(needed);
    return run(() => onAsk(reason.trim()));
  };
  return (
    <Dialog title={title} lead={lead} onClose={onClose}>
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <TextInput
          {...fieldLook}
          label="Why"
          description={description}
          data-autofocus
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          {askLabel}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
