import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskPeopleContract } from '../../../../shared/contract/desk-people.ts';
import type { Permission } from '../../../../shared/domain/permissions.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { Section } from '../../../ui/page/section.tsx';
import { useAction } from '../../../ui/use-action.ts';
import classes from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import type { Person } from './people.api.ts';
import { PermissionFields, permissionsFor } from './permission-fields.tsx';
import { roleInWords } from './person-words.tsx';
import { switchesBetween } from './switches.ts';

interface PermissionSectionProps {
  person: Person;
  mayManage: boolean;
}

/** What a person may do. A role has none of them where it does not sign in. */
export function PermissionSection({ person, mayManage }: PermissionSectionProps) {
  const { id: userId, name, role, permissions, isSelf } = person;
  const change = useChange();
  const { isPending, failure, run } = useAction(messageOf);
  const [held, setHeld] = useState<ReadonlySet<Permission>>(permissions);
  if (permissionsFor(role).length === 0) return null;
  const switches = switchesBetween(permissions, held);
  const isChanged = Object.keys(switches).length > 0;
  const mayChange = mayManage && !isSelf;
  const save = () =>
    run(async () => {
      const body = { syndicate: undefined, role: undefined, permissions: switches };
      await change(deskPeopleContract.changePerson, { params: { userId }, body });
      flash(`What ${name} may do is changed`);
    });
  return (
    <Section title="Permissions" lead={leadOf(role, isSelf)}>
      <div className={classes['choices']}>
        <PermissionFields role={role} held={held} onChange={mayChange ? setHeld : undefined} />
      </div>
      {mayChange && (
        <div className={classes['foot']}>
          <Button disabled={!isChanged} loading={isPending} onClick={save}>
            Save permissions
          </Button>
          {isChanged && (
            <Button variant="default" onClick={() => setHeld(permissions)}>
              Undo
            </Button>
          )}
          <FormAlert message={failure} />
        </div>
      )}
    </Section>
  );
}

function leadOf(role: string, isSelf: boolean): string {
  if (isSelf) return 'What you may do. Another administrator can change it.';
  return role === 'syndication'
    ? 'What this investor may see beyond their own syndicate’s book.'
    : `The role ${roleInWords(role).toLowerCase()} begins with some of these. This person may have more or fewer. What you take away also ends service tokens of theirs that stand for it.`;
}
