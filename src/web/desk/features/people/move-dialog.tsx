import { type FormEvent, useState } from 'react';
import { deskPeopleContract } from '../../../../shared/contract/desk-people.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Person } from './people.api.ts';
import { SyndicateSelect } from './syndicate-select.tsx';

interface MoveDialogProps {
  person: Person;
  onClose: () => void;
}

/** Moves an investor to another syndicate. */
export function MoveDialog({ person: { id: userId, name, syndicateId }, onClose }: MoveDialogProps) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [syndicate, setSyndicate] = useState(syndicateId?.toString() ?? '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (syndicate === '' || syndicate === syndicateId?.toString())
      return setFailure('Please choose another syndicate.');
    return run(async () => {
      const body = { syndicate, role: undefined, permissions: {} };
      await change(deskPeopleContract.changePerson, { params: { userId }, body });
      flash(`${name} is moved`);
      onClose();
    });
  };
  return (
    <Dialog
      title={`Move ${name} to another syndicate`}
      lead="They no longer see the book of the present one, and see the whole book of the new one, also of earlier days."
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <SyndicateSelect value={syndicate} onPick={setSyndicate} />
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Move
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
