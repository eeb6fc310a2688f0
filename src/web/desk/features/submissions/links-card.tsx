import { type ReactNode, useState } from 'react';
import { formatMoment } from '../../../lib/moment.ts';
import { flash } from '../../../ui/message/flash.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { endInWords, issuerInWords, KIND_NAMES, LinkChip, wayInWords } from './submission-words.tsx';
import { type DeskLink, useRevokeLink } from './submissions.api.ts';

const COLUMNS: readonly Column<DeskLink>[] = [
  { name: 'State', value: ({ state }) => <LinkChip state={state} /> },
  { name: 'Mailed to', value: wayInWords },
  { name: 'Opened', value: ({ openedAt }) => (openedAt === null ? 'Not yet' : formatMoment(openedAt)) },
  { name: 'Ends', value: endInWords },
];

interface LinksCardProps {
  title: string;
  about?: string;
  /** Undefined while they are loading. */
  links: readonly DeskLink[] | undefined;
  /** Without what is the same of all of them. */
  isOfOneOffer?: boolean;
  aside?: ReactNode;
  nothing?: { title: string; words: string };
}

/** Links with what became of each. Those that are open can be revoked, by who may send them. */
export function LinksCard(props: LinksCardProps) {
  const { title, about, links, isOfOneOffer = false, aside, nothing = NOT_SENT } = props;
  const maySend = useMay('send-offers');
  const revoke = useRevokeLink();
  const [asked, setAsked] = useState<DeskLink | null>(null);
  const columns: Column<DeskLink>[] = [
    ...COLUMNS,
    ...(maySend
      ? [
          {
            name: 'Revoke',
            kind: 'action' as const,
            value: (link: DeskLink) =>
              link.state === 'open' ? (
                <TextButton aria-label={`Revoke ${nameOf(link)}`} onClick={() => setAsked(link)}>
                  Revoke
                </TextButton>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <HeadedCard title={title} about={about} aside={aside} isPending={false}>
      {links?.length === 0 ? (
        <NothingInCard title={nothing.title}>{nothing.words}</NothingInCard>
      ) : (
        <DeskTable
          label={title}
          {...(isOfOneOffer && { skeletonRows: 1 })}
          first={isOfOneOffer ? 'Issued' : 'For'}
          columns={columns}
          rows={links}
          keyOf={({ id }) => id.toString()}
          nameOf={(link) => (isOfOneOffer ? formatMoment(link.issuedAt) : link.about)}
          below={(link) =>
            isOfOneOffer
              ? `by ${issuerInWords(link)}`
              : `${KIND_NAMES[link.kind]} · ${formatMoment(link.issuedAt)} by ${issuerInWords(link)}`
          }
          page="submission"
          target={({ kind, subjectId }) =>
            kind === 'offer' && !isOfOneOffer ? { params: { offerId: subjectId } } : null
          }
        />
      )}
      {asked && (
        <ReasonDialog
          title="Revoke this link?"
          lead={`Whoever holds the link of ${nameOf(asked)} will read that it has expired. A new one can be sent.`}
          description="It is kept in the audit trail, under your name."
          needed="Please say why."
          askLabel="Revoke"
          onAsk={async (reason) => {
            await revoke(asked.id, reason);
            setAsked(null);
            flash('The link is revoked');
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </HeadedCard>
  );
}

const nameOf = ({ about, issuedAt }: DeskLink): string => `${about}, issued ${formatMoment(issuedAt)}`;

const NOT_SENT = {
  title: 'Not sent yet',
  words: 'Whoever may send offers can mail the broker a link to this one.',
};
