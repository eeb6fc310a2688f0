import { Button } from '@mantine/core';
import { useState } from 'react';
import { stateName } from '../../../shared/domain/us-states.ts';
import type { PortalUser, Syndicate } from '../../session/portal-user.ts';
import { Section } from '../../ui/page/section.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import classes from './contact-tab.module.css';
import { DetailList } from './detail-list.tsx';
import { ESIGN_HINT } from './use-contact-form.ts';

interface ContactTabProps {
  /** Undefined while it is loading. */
  user: PortalUser | undefined;
  canEdit: boolean;
}

export function ContactTab({ user, canEdit }: ContactTabProps) {
  const [isEditing, setIsEditing] = useState(false);
  const syndicate = user?.syndicate;
  const edit = canEdit && (
    <Button variant="default" disabled={!user} onClick={() => setIsEditing(true)}>
      Edit
    </Button>
  );
  return (
    <Section title="Contact & Email" lead="How your funder reaches the syndicate." action={edit}>
      <DetailList
        details={[
          {
            name: 'Contact person',
            value: user && (user.syndicate.contactPerson ?? (canEdit ? user.name : null)),
          },
          { name: 'Phone', value: syndicate && phoneOf(syndicate) },
          { name: 'E-sign email', value: syndicate?.esignEmail, hint: ESIGN_HINT },
          { name: 'CC emails', value: syndicate && ccEmailsOf(syndicate) },
          { name: 'Street', value: syndicate?.address.street },
          { name: 'City', value: syndicate?.address.city },
          { name: 'State', value: syndicate && stateOf(syndicate) },
          { name: 'Zip', value: syndicate?.address.zip },
        ]}
      />
      {isEditing && user && <ContactDialog user={user} onClose={() => setIsEditing(false)} />}
    </Section>
  );
}

const phoneOf = ({ phone: { number, type } }: Syndicate) => number && (type ? `${number} (${type})` : number);

const stateOf = ({ address: { state } }: Syndicate) => state && stateName(state);

const ccEmailsOf = ({ ccEmails }: Syndicate) =>
  ccEmails.length === 0 ? null : (
    <ul className={classes['emails']}>
      {ccEmails.map((email) => (
        <li key={email}>{email}</li>
      ))}
    </ul>
  );
