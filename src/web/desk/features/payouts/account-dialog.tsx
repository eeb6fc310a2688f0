import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import type { AccountType, HolderKind } from '../../../../shared/domain/payout-runs.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import type { RunItem } from './payouts.api.ts';

interface AccountDialogProps {
  item: RunItem;
  onClose: () => void;
}

/** Says what a bank file has to say about the account of a syndicate. */
export function AccountDialog({ item: { syndicateId, syndicateName }, onClose }: AccountDialogProps) {
  const send = useChange();
  const { isPending, failure, run } = useAction(messageOf);
  const [accountType, setAccountType] = useState<AccountType>('checking');
  const [holderKind, setHolderKind] = useState<HolderKind>('business');
  const [holderName, setHolderName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      const body = { accountType, holderKind, holderName: holderName.trim() || null };
      await send(deskPayoutsContract.describeAccount, { params: { syndicateId }, body });
      flash(`The account of ${syndicateName} can be paid now`);
      onClose();
    });
  };
  return (
    <Dialog
      title={`The account of ${syndicateName}`}
      lead="Banks return what is sent to a savings account as to a checking account. Where the money goes stays as it is."
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={save}>
        <label className={parts['select']}>
          Type
          <select
            data-autofocus
            value={accountType}
            onChange={({ target }) => setAccountType(target.value as AccountType)}
          >
            <option value="checking">Checking</option>
            <option value="savings">Savings</option>
          </select>
        </label>
        <label className={parts['select']}>
          Whose it is
          <select value={holderKind} onChange={({ target }) => setHolderKind(target.value as HolderKind)}>
            <option value="business">A business (CCD)</option>
            <option value="person">A person (PPD)</option>
          </select>
        </label>
        <TextInput
          {...fieldLook}
          label="Name of the holder"
          description={`Only if it is not ${syndicateName}.`}
          maxLength={100}
          value={holderName}
          onChange={({ currentTarget }) => setHolderName(currentTarget.value)}
        />
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Save
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
