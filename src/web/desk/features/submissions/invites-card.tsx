import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { ZERO_RATE } from '../../../../shared/domain/rate.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { InviteSyndicateDialog } from './invite-syndicate-dialog.tsx';
import { ResendInviteDialog } from './resend-invite-dialog.tsx';
import { AnswerChip, mailInWords, shareInWords } from './submission-words.tsx';
import type { Invite, Submission } from './submissions.api.ts';

const COLUMNS: readonly Column<Invite>[] = [
  { name: 'Answer', value: (invite) => <AnswerChip {...invite} /> },
  {
    name: 'Offered',
    kind: 'number',
    value: ({ offeredSharePercent }) => offeredSharePercent && shareInWords(offeredSharePercent),
  },
  { name: 'Largest', kind: 'number', value: ({ maxSharePercent }) => shareInWords(maxSharePercent) },
  {
    name: 'Amount',
    kind: 'number',
    value: ({ acceptedAmount }) => acceptedAmount !== null && formatMoney(acceptedAmount),
  },
  { name: 'Mailed to', value: mailInWords },
  { name: 'Opened', value: ({ openedAt }) => openedAt && formatMoment(openedAt) },
  { name: 'Answered', value: ({ answeredAt }) => answeredAt && formatMoment(answeredAt) },
];

interface InvitesCardProps {
  /** Undefined while it is loading. */
  submission: Submission | undefined;
}

/** The syndicates that were invited to take a share before the deal is funded, and what of the deal's cap is left. */
export function InvitesCard({ submission }: InvitesCardProps) {
  const maySend = useMay('send-offers');
  const [isInviting, setIsInviting] = useState(false);
  const [mailedAgain, setMailedAgain] = useState<Invite | null>(null);
  const isOpen = maySend && submission?.isOpenForParticipation === true;
  const columns: Column<Invite>[] = [
    ...COLUMNS.map((column) => ({ ...column, value: (row: Invite) => column.value(row) || null })),
    ...(isOpen
      ? [
          {
            name: 'Mail',
            kind: 'action' as const,
            value: (invite: Invite) =>
              invite.answer === 'none' || invite.answer === 'adjustment' ? (
                <TextButton
                  aria-label={`${mailWords(invite)}: ${invite.syndicateName}`}
                  onClick={() => setMailedAgain(invite)}
                >
                  {mailWords(invite)}
                </TextButton>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <HeadedCard
      title="Invites to syndicates"
      about={submission && capInWords(submission)}
      isPending={submission === undefined}
      aside={
        isOpen && submission.leftPercent.gt(ZERO_RATE) ? (
          <Button size="xs" variant="default" onClick={() => setIsInviting(true)}>
            Invite a syndicate
          </Button>
        ) : undefined
      }
    >
      {submission?.invites.length === 0 ? (
        <NothingInCard title="No syndicate is invited">
          {submission.isOpenForParticipation
            ? 'An invite offers a share before the deal is funded. Shares go to whoever accepts first.'
            : 'The deal is funded, or its offer is closed: nobody can be invited any more.'}
        </NothingInCard>
      ) : (
        <DeskTable
          label="Invites to syndicates"
          skeletonRows={3}
          first="Syndicate"
          columns={columns}
          rows={submission?.invites}
          keyOf={({ id }) => id.toString()}
          nameOf={({ syndicateName }) => syndicateName}
          below={({ invitedAt }) => `Invited ${formatMoment(invitedAt)}`}
          page="investor"
          target={({ syndicateId }) => ({ params: { syndicateId } })}
        />
      )}
      {isInviting && submission && (
        <InviteSyndicateDialog submission={submission} onClose={() => setIsInviting(false)} />
      )}
      {mailedAgain && <ResendInviteDialog invite={mailedAgain} onClose={() => setMailedAgain(null)} />}
    </HeadedCard>
  );
}

const mailWords = ({ queuedAt }: Invite): string => (queuedAt === null ? 'Mail' : 'Mail again');

const capInWords = ({ capPercent, takenPercent, leftPercent }: Submission): string =>
  `${shareInWords(leftPercent)} of the cap left: ${shareInWords(takenPercent)} of ${shareInWords(capPercent)} taken`;
