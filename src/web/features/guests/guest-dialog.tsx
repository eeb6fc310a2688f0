import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useState } from 'react';
import { guestsContract } from '../../../shared/contract/guests.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { GUEST_PARTS, type GuestPart } from '../../../shared/domain/guest-parts.ts';
import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import { messageWhenSignedIn } from '../../lib/api-error.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormActions } from '../../ui/dialog/form-actions.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import fieldClasses from '../../ui/form/form-fields.module.css';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import type { TypedDay } from '../../ui/form/typed-day.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';
import { type ListedGuest, type ListedGuests, useGuestChange } from './guests.api.ts';
import classes from './guests.module.css';
import { PartFields } from './part-fields.tsx';

interface GuestDialogProps {
  syndicateId: bigint;
  listed: ListedGuests;
  /** Whose access is changed; null to invite somebody. */
  guest: ListedGuest | null;
  onClose: () => void;
}

/** What an accountant asks for. */
const PROPOSED: readonly GuestPart[] = ['statements', 'documents', 'payouts'];

/** Invites a guest, or changes what one sees and until when. */
export function GuestDialog({ syndicateId, listed, guest, onClose }: GuestDialogProps) {
  const change = useGuestChange(syndicateId);
  const { isPending, failure, setFailure, run } = useAction(messageWhenSignedIn);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [parts, setParts] = useState<ReadonlySet<GuestPart>>(new Set(guest?.parts ?? PROPOSED));
  const [until, setUntil] = useState<TypedDay>(guest && guest.state !== 'over' ? guest.until : listed.usual);
  // The same however often it is sent, until it is sent off.
  const [key] = useState(() => crypto.randomUUID());

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const problem = problemOf({ guest, name, email, parts, until });
    if (problem !== null) return setFailure(problem);
    if (until === null || until === 'no day') return;
    const opened = { parts: GUEST_PARTS.filter((part) => parts.has(part)), until };
    void run(async () => {
      if (guest) {
        const params = { syndicateId, guestId: guest.id };
        await change(guestsContract.changeGuest, { params, body: opened });
        flash(`${guest.name} has access until ${formatDate(until)}`);
      } else {
        const body = { name: name.trim(), email: email.trim(), ...opened };
        await change(guestsContract.inviteGuest, { params: { syndicateId }, body }, key);
        flash(`The invitation to ${email.trim()} is on its way`);
      }
      onClose();
    });
  };

  return (
    <Dialog
      title={guest ? `Access of ${guest.name}` : 'Invite a guest'}
      lead={
        guest
          ? 'What you change here counts at once.'
          : 'Somebody who reads parts of your book, such as your accountant. They sign in with a password and a second factor of their own.'
      }
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <FormAlert message={failure} />
        {!guest && (
          <>
            <TextInput
              {...fieldLook}
              label="Name"
              value={name}
              maxLength={120}
              autoComplete="off"
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <TextInput
              {...fieldLook}
              label="E-mail"
              type="email"
              value={email}
              maxLength={254}
              autoComplete="off"
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
          </>
        )}
        <PartFields parts={parts} onChange={setParts} />
        <div className={classes['until']}>
          <span className={classes['untilLabel']} aria-hidden="true">
            Last day of access
          </span>
          <DayField
            label="To"
            about="Last day of access"
            placeholder="MM/DD/YYYY"
            value={until}
            problem={until === 'no day' ? 'Please enter a day, such as 04/30/2027.' : undefined}
            latest={listed.latest}
            onPick={setUntil}
            isInDialog
          />
        </div>
        <p className={classes['note']}>
          A guest never sees bank accounts, contact details or messages, and can change nothing. Every look at
          your book is recorded.
        </p>
        <FormActions isPending={isPending} onClose={onClose}>
          {guest ? 'Save' : 'Send invitation'}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

interface Typed {
  guest: ListedGuest | null;
  name: string;
  email: string;
  parts: ReadonlySet<GuestPart>;
  until: TypedDay;
}

function problemOf({ guest, name, email, parts, until }: Typed): string | null {
  if (!guest && name.trim() === '') return 'Please enter the name.';
  if (!guest && !isMailAddress(email.trim().toLowerCase())) return 'Please enter a valid e-mail.';
  if (parts.size === 0) return 'Please choose at least one part.';
  if (until === null || until === 'no day') return 'Please enter the last day of access.';
  return null;
}
