import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPeopleContract } from '../../../../shared/contract/desk-people.ts';
import { isMailAddress } from '../../../../shared/domain/mail-address.ts';
import type { Permission } from '../../../../shared/domain/permissions.ts';
import { GIVEN_ROLES, type GivenRole, permissionsOfRole } from '../../../../shared/domain/roles.ts';
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
import { PermissionFields, permissionsFor } from './permission-fields.tsx';
import { roleInWords } from './person-words.tsx';
import { switchesBetween } from './switches.ts';
import { SyndicateSelect } from './syndicate-select.tsx';

interface InviteDialogProps {
  onClose: () => void;
  /** The syndicate to begin with. */
  syndicateId?: bigint;
}

/** Invites somebody: an investor to a syndicate, or staff with a role's permissions, more or fewer. */
export function InviteDialog({ onClose, syndicateId }: InviteDialogProps) {
  const change = useChange();
  const navigate = useDeskNavigate();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('syndication');
  const [syndicate, setSyndicate] = useState(syndicateId?.toString() ?? '');
  const [held, setHeld] = useState<ReadonlySet<Permission>>(new Set());
  const isInvestor = role === 'syndication';

  const pickRole = (picked: GivenRole) => {
    setRole(picked);
    setHeld(new Set(permissionsOfRole(picked)));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setFailure('Please enter the name.');
    if (!isMailAddress(email.trim().toLowerCase())) return setFailure('Please enter a valid e-mail.');
    if (isInvestor && syndicate === '') return setFailure('Please choose the syndicate.');
    return run(async () => {
      const { userId, isMailed } = await change(deskPeopleContract.invitePerson, {
        body: {
          name: name.trim(),
          email: email.trim(),
          role,
          syndicate: isInvestor ? syndicate : undefined,
          permissions: switchesBetween(new Set(permissionsOfRole(role)), held),
        },
      });
      flash(isMailed ? `The invitation to ${email.trim()} is on its way` : `${name.trim()} is added`);
      onClose();
      navigate(deskAddress('person', { params: { userId } }));
    });
  };

  return (
    <Dialog
      title="Invite somebody"
      lead="They get an e-mail with a link that works for seven days. Nobody else ever sees or sets their password."
      isWide
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <TextInput
          {...fieldLook}
          label="Name"
          data-autofocus
          maxLength={120}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          {...fieldLook}
          label="E-mail"
          type="email"
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <label className={classes['select']}>
          Role
          <select value={role} onChange={({ target }) => pickRole(target.value as GivenRole)}>
            {GIVEN_ROLES.map((one) => (
              <option key={one} value={one}>
                {roleInWords(one)}
              </option>
            ))}
          </select>
        </label>
        {isInvestor && <SyndicateSelect value={syndicate} onPick={setSyndicate} />}
        {permissionsFor(role).length > 0 && (
          <fieldset className={classes['group']}>
            <legend className={classes['legend']}>What they may do</legend>
            <PermissionFields role={role} held={held} onChange={setHeld} />
          </fieldset>
        )}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Invite
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
