import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';
import type { RunItem } from './payouts.api.ts';

interface ReturnedDialogProps {
  item: RunItem;
  onClose: () => void;
}

/** Enters that the bank has sent an entry back. */
export function ReturnedDialog({ item, onClose }: ReturnedDialogProps) {
  const { syndicateName, amount, traceNumber, kind } = item;
  const send = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [code, setCode] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const returnCode = code.trim().toUpperCase();
    if (!/^R\d{2}$/.test(returnCode)) return setFailure('A return code is R and two digits, such as R03.');
    return run(async () => {
      await send(deskPayoutsContract.returned, { body: { traceNumber: traceNumber ?? '', returnCode } });
      flash(`${formatMoney(amount)} is owed again`);
      onClose();
    });
  };
  const then = kind === 'withdrawal' ? 'is put back into its cash account' : 'joins the next run';
  return (
    <Dialog
      title={`Returned: ${formatMoney(amount)} to ${syndicateName}`}
      lead={`Trace number ${traceNumber}. The money is owed again and ${then}. You can take this back until a run pays it again.`}
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={save}>
        <TextInput
          {...fieldLook}
          label="Return code"
          description="As the bank says it, such as R03."
          data-autofocus
          maxLength={3}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Enter the return
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
