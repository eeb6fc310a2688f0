import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { TICKET_MINUTES } from '../../../../shared/domain/issued-links.ts';
import { isMailAddress } from '../../../../shared/domain/mail-address.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { IssuingForm } from './issuing-form.tsx';
import { useIssuing } from './use-issuing.ts';

/** Mails an investor a link that signs them in, once. Nobody at the desk sees it. */
export function TicketDialog({ onClose }: { onClose: () => void }) {
  const issuing = useIssuing();
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState(String(TICKET_MINUTES.default));
  return (
    <IssuingForm
      title="Send a sign-in ticket"
      lead="A link that signs an investor in without the password, once. It goes to their own mailbox, and a second factor is still asked for."
      sendLabel="Send"
      issuing={issuing}
      request={() => {
        const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0;
        if (!isMailAddress(email.trim())) return 'Please enter the e-mail with which the person signs in.';
        if (minutes < 1 || minutes > TICKET_MINUTES.max)
          return `Please enter 1 to ${TICKET_MINUTES.max} minutes.`;
        return { kind: 'ticket', email: email.trim(), minutes, isMailed: true };
      }}
      onClose={onClose}
    >
      <TextInput
        {...fieldLook}
        label="E-mail of the person"
        type="email"
        data-autofocus
        maxLength={254}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <TextInput
        {...fieldLook}
        label="Works for how many minutes"
        inputMode="numeric"
        maxLength={4}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </IssuingForm>
  );
}
