import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deskGuestsContract } from '../../../../shared/contract/desk-guests.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/moment.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { useChange } from '../../ui/use-change.ts';

type ListedGuest = Output<typeof deskGuestsContract.guestsOfInvestor>['guests'][number];

const useGuestsOf = (syndicateId: bigint) =>
  useQuery({
    queryKey: ['desk-people', 'guests', syndicateId.toString()],
    queryFn: () => call(deskGuestsContract.guestsOfInvestor, { params: { syndicateId } }),
  });

interface GuestsCardProps {
  syndicateId: bigint;
  mayManage: boolean;
}

/** Whom the investors of a syndicate have let in to its book. They look after them; staff can end an access. */
export function GuestsCard({ syndicateId, mayManage }: GuestsCardProps) {
  const guests = useGuestsOf(syndicateId);
  const change = useChange();
  const action = useAction(flashFailure);
  const [asked, setAsked] = useState<ListedGuest | null>(null);
  const { data } = guests;
  const end = ({ id: guestId, name }: ListedGuest) =>
    action.run(async () => {
      await change(deskGuestsContract.endGuest, { params: { guestId } });
      flash(`${name} has no access any more`);
      setAsked(null);
    });
  return (
    <HeadedCard
      title="Guests"
      about={data && countOf(data.guests.length, 'guest')}
      isPending={guests.isPending}
      aboutLength={8}
    >
      {guests.isError && (
        <CardFailure
          what="The guests"
          error={guests.error}
          isRetrying={guests.isFetching}
          onRetry={() => guests.refetch()}
        />
      )}
      {data?.guests.length === 0 && (
        <NothingInCard title="No guests">
          The people of this syndicate have let nobody in to its book. They do so in their profile.
        </NothingInCard>
      )}
      {!guests.isError && data?.guests.length !== 0 && (
        <DeskTable
          label="Guests"
          first="Name"
          columns={columnsFor(mayManage ? setAsked : null)}
          rows={data?.guests}
          skeletonRows={1}
          keyOf={({ id }) => id.toString()}
          nameOf={({ name }) => name}
          below={({ email }) => email}
          page="person"
          target={({ userId }) => ({ params: { userId } })}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={`End the access of ${asked.name}?`}
          lead="They are signed out of this book at once. The people of the syndicate can invite them again."
          confirmLabel="End access"
          isPending={action.isPending}
          onConfirm={() => void end(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </HeadedCard>
  );
}

const STATES = {
  active: <Chip tone="good">Active</Chip>,
  invited: <Chip tone="watch">Invited</Chip>,
  declined: <Chip tone="closed">Declined</Chip>,
  over: <Chip tone="closed">Day passed</Chip>,
} as const;

const NAMES = {
  statements: 'Statements',
  documents: 'Documents',
  payouts: 'Payouts',
  tables: 'Deals',
} as const;

const columnsFor = (onEnd: ((guest: ListedGuest) => void) | null): readonly Column<ListedGuest>[] => [
  { name: 'State', value: ({ state }) => STATES[state] },
  { name: 'Reads', value: ({ parts }) => parts.map((part) => NAMES[part]).join(', ') },
  { name: 'Until', kind: 'day', value: ({ until }) => formatDate(until) },
  { name: 'Let in by', isSpare: true, value: ({ invitedBy }) => invitedBy },
  { name: 'Last seen', kind: 'day', value: ({ lastSeenAt }) => lastSeenAt && formatDay(lastSeenAt) },
  ...(onEnd === null
    ? []
    : [
        {
          name: 'End',
          kind: 'action' as const,
          value: (guest: ListedGuest) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`End the access of ${guest.name}`}
              onClick={() => onEnd(guest)}
            >
              End
            </Button>
          ),
        },
      ]),
];
