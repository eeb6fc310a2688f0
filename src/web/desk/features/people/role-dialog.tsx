import { type FormEvent, useState } from 'react';
import { deskPeopleContract } from '../../../../shared/contract/desk-people.ts';
import { STAFF_ROLES, type StaffRole } from '../../../../shared/domain/roles.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import classes from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import type { Person } from './people.api.ts';
import { roleInWords } from './person-words.tsx';

interface RoleDialogProps {
  person: Person;
  onClose: () => void;
}

/** Gives somebody of the staff another role. */
export function RoleDialog({ person: { id: userId, name, role: present }, onClose }: RoleDialogProps) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [role, setRole] = useState(present as StaffRole);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (role === present) return setFailure('Please choose another role.');
    return run(async () => {
      const body = { syndicate: undefined, role, permissions: {} };
      await change(deskPeopleContract.changePerson, { params: { userId }, body });
      flash(`${name} is ${roleInWords(role).toLowerCase()} now`);
      onClose();
    });
  };
  return (
    <Dialog
      title={`Change the role of ${name}`}
      lead="They begin with the permissions of the new role. Those that were given to them besides are gone; you can give them again. Service tokens of theirs that stand for what they lose stop working."
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <label className={classes['select']}>
          Role
          <select data-autofocus value={role} onChange={({ target }) => setRole(target.value as StaffRole)}>
            {STAFF_ROLES.map((one) => (
              <option key={one} value={one}>
                {roleInWords(one)}
              </option>
            ))}
          </select>
        </label>
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Change the role
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
