import { Button } from '@mantine/core';
import { useState } from 'react';
import { guestsContract } from '../../../shared/contract/guests.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoment } from '../../lib/moment.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { flash } from '../../ui/message/flash.ts';
import { flashFailure } from '../../ui/message/flash-failure.ts';
import { Row, Section } from '../../ui/page/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import { GuestDialog } from './guest-dialog.tsx';
import { type ListedGuest, type ListedGuests, useGuestChange, useGuests } from './guests.api.ts';
import classes from './guests.module.css';
import { PART_WORDS } from './part-words.ts';

interface GuestsSectionProps {
  syndicateId: bigint;
}

/** The guests of the syndicate, for those of its people who look after them. */
export function GuestsSection({ syndicateId }: GuestsSectionProps) {
  const guests = useGuests(syndicateId);
  const change = useGuestChange(syndicateId);
  const action = useAction(flashFailure);
  const [asked, setAsked] = useState<'invite' | { to: 'change' | 'end'; guest: ListedGuest } | null>(null);
  const close = () => setAsked(null);
  const { data } = guests;
  const isFull = data !== undefined && data.guests.length >= data.most;

  const inviteAgain = (guest: ListedGuest) =>
    action.run(async () => {
      await change(guestsContract.inviteGuestAgain, { params: { syndicateId, guestId: guest.id } });
      flash(`The invitation to ${guest.email} is on its way`);
    });
  const end = (guest: ListedGuest) =>
    action.run(async () => {
      await change(guestsContract.endGuest, { params: { syndicateId, guestId: guest.id } });
      flash(`${guest.name} has no access any more`);
      close();
    });

  return (
    <Section
      title="Guests"
      lead="People outside your syndicate who read parts of its book until a day, such as your accountant."
      action={
        data &&
        (isFull ? (
          <p className={classes['note']}>
            Your syndicate has {data.most} guests, which is the most. End the access of one to invite another.
          </p>
        ) : (
          <Button onClick={() => setAsked('invite')}>Invite a guest</Button>
        ))
      }
    >
      {guests.isError && !data ? (
        <ErrorState
          title="Your guests did not load"
          error={guests.error}
          onRetry={() => guests.refetch()}
          isRetrying={guests.isFetching}
        />
      ) : (
        <GuestList
          listed={data}
          onChange={(guest) => setAsked({ to: 'change', guest })}
          onEnd={(guest) => setAsked({ to: 'end', guest })}
          onInviteAgain={(guest) => void inviteAgain(guest)}
        />
      )}
      {data && asked === 'invite' && (
        <GuestDialog syndicateId={syndicateId} listed={data} guest={null} onClose={close} />
      )}
      {data && asked !== null && asked !== 'invite' && asked.to === 'change' && (
        <GuestDialog syndicateId={syndicateId} listed={data} guest={asked.guest} onClose={close} />
      )}
      {asked !== null && asked !== 'invite' && asked.to === 'end' && (
        <ConfirmDialog
          title={`End the access of ${asked.guest.name}?`}
          lead="They are signed out of your book at once. You can invite them again."
          confirmLabel="End access"
          isPending={action.isPending}
          onConfirm={() => void end(asked.guest)}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface GuestListProps {
  /** Undefined while it is loading. */
  listed: ListedGuests | undefined;
  onChange: (guest: ListedGuest) => void;
  onEnd: (guest: ListedGuest) => void;
  onInviteAgain: (guest: ListedGuest) => void;
}

function GuestList({ listed, onChange, onEnd, onInviteAgain }: GuestListProps) {
  if (!listed) return <Row title={<Skeleton characters={18} />} detail={<Skeleton characters={40} />} />;
  if (listed.guests.length === 0) {
    return (
      <EmptyState
        title="No guests"
        reason="Nobody outside your syndicate sees anything of its book. Whom you invite is listed here."
      />
    );
  }
  return (
    <ul>
      {listed.guests.map((guest) => (
        <li key={guest.id.toString()}>
          <Row
            title={guest.name}
            mark={MARKS[guest.state]}
            detail={
              <>
                {guest.email}
                <br />
                {guest.parts.map((part) => PART_WORDS[part].name).join(', ')} · until{' '}
                {formatDate(guest.until)}
                <br />
                {seenInWords(guest)}
              </>
            }
            action={
              <div className={classes['actions']}>
                {(guest.state === 'invited' || guest.state === 'declined') && (
                  <Button
                    variant="default"
                    onClick={() => onInviteAgain(guest)}
                    aria-label={`Invite again: ${guest.name}`}
                  >
                    Invite again
                  </Button>
                )}
                <Button variant="default" onClick={() => onChange(guest)} aria-label={`Change ${guest.name}`}>
                  Change
                </Button>
                <Button variant="default" onClick={() => onEnd(guest)} aria-label={`End ${guest.name}`}>
                  End
                </Button>
              </div>
            }
          />
        </li>
      ))}
    </ul>
  );
}

const MARKS = {
  active: undefined,
  invited: 'invited',
  declined: 'declined',
  over: 'the last day has passed',
} as const;

const seenInWords = ({ lastSeenAt, invitedAt, invitedBy }: ListedGuest): string =>
  lastSeenAt === null
    ? `Invited ${formatMoment(invitedAt)}${invitedBy === null ? '' : ` by ${invitedBy}`} · has not looked yet`
    : `Last seen ${formatMoment(lastSeenAt)}`;
