import { type FormEvent, useState } from 'react';
import { deskRequestsContract } from '../../../../shared/contract/desk-requests.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import parts from '../../ui/page-parts.module.css';
import { type OpenedRequest, useRequestChange } from './requests.api.ts';

interface HandOverDialogProps {
  request: OpenedRequest;
  onClose: () => void;
}

/** Makes somebody else of the staff deal with it. */
export function HandOverDialog({ request, onClose }: HandOverDialogProps) {
  const { id: caseId, ownerId: seenOwnerId, owners } = request;
  const change = useRequestChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [chosen, setChosen] = useState('');
  const others = owners.filter(({ userId }) => userId !== seenOwnerId);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const next = others.find(({ userId }) => userId.toString() === chosen);
    if (!next) return setFailure('Please choose somebody.');
    return run(async () => {
      const body = { seenOwnerId, newOwnerId: next.userId };
      await change(deskRequestsContract.handOver, { params: { caseId }, body });
      flash(`${next.name} deals with it now`);
      onClose();
    });
  };
  return (
    <Dialog
      title="Hand it over"
      lead="They find it among their own requests. The thread says who handed it to whom; the investor does not see that."
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <label className={parts['select']}>
          To
          <select data-autofocus value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">Choose somebody</option>
            {others.map(({ userId, name }) => (
              <option key={userId.toString()} value={userId.toString()}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Hand over
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
