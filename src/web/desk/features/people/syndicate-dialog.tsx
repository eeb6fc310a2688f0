import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import classes from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import type { Investor } from './people.api.ts';
import { SyndicateFields } from './syndicate-fields.tsx';
import { changeBetween, EMPTY, formOf, problemWith, sentForm } from './syndicate-form.ts';

interface SyndicateDialogProps {
  /** The one to change; without it, one is added. */
  investor?: Investor;
  onClose: () => void;
}

/** Adds a syndicate, or changes how one is paid, charged, written to and shown its book. */
export function SyndicateDialog({ investor, onClose }: SyndicateDialogProps) {
  const change = useChange();
  const navigate = useDeskNavigate();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [before] = useState(investor ? formOf(investor) : EMPTY);
  const [form, setForm] = useState(before);
  const [ownId, setOwnId] = useState('');
  const [usesCashAccount, setUsesCashAccount] = useState(false);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemWith(form);
    if (problem !== null) return setFailure(problem);
    return run(async () => {
      const { name } = form;
      if (investor) {
        const params = { syndicateId: investor.id };
        await change(deskInvestorsContract.changeInvestor, { params, body: changeBetween(before, form) });
        flash(`${name.trim()} is changed`);
        onClose();
        return;
      }
      const body = { ...sentForm(form), usesCashAccount, ownId: ownId.trim() || undefined };
      const { syndicateId } = await change(deskInvestorsContract.addInvestor, { body });
      flash(`${name.trim()} is added`);
      onClose();
      navigate(deskAddress('investor', { params: { syndicateId } }));
    });
  };

  return (
    <Dialog
      title={investor ? `Change ${investor.name}` : 'Add a syndicate'}
      lead={
        investor
          ? 'Fees and pay days count for payments that are posted from now on. Every change is in the audit trail.'
          : 'Its people are invited afterwards. Its deals come with the import, or when it takes a share of one.'
      }
      isWide
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={save}>
        <SyndicateFields form={form} onChange={setForm} showsTabs={investor !== undefined} />
        {!investor && (
          <>
            <TextInput
              {...fieldLook}
              label="Id in your own system (optional)"
              description="An import finds the syndicate by it."
              maxLength={100}
              value={ownId}
              onChange={({ currentTarget }) => setOwnId(currentTarget.value)}
            />
            <label className={classes['choice']}>
              <input
                type="checkbox"
                checked={usesCashAccount}
                onChange={({ target }) => setUsesCashAccount(target.checked)}
              />
              <span>Has a cash account, in which payouts are kept</span>
            </label>
          </>
        )}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          {investor ? 'Save' : 'Add'}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
