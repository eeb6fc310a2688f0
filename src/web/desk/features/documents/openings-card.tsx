import { formatMoment } from '../../../lib/moment.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import type { OpenedDocument } from './documents.api.ts';

type Recipient = OpenedDocument['syndicates'][number];

interface Line extends Recipient {
  key: string;
  opening: Recipient['openings'][number] | null;
}

const COLUMNS: readonly Column<Line>[] = [
  {
    name: 'Opened by',
    value: ({ opening }) =>
      opening === null ? <Chip tone="closed">Not opened</Chip> : opening.person || 'Somebody',
  },
  { name: 'First', kind: 'day', value: ({ opening }) => opening && formatMoment(opening.firstAt) },
  { name: 'Last', kind: 'day', value: ({ opening }) => opening && formatMoment(opening.lastAt) },
  { name: 'Times', kind: 'number', value: ({ opening }) => opening && groupedCount(opening.count) },
];

/** The syndicates that it was sent to: first those of whom nobody has opened it, who may need a call. */
export function OpeningsCard({ document }: { document: OpenedDocument | undefined }) {
  const syndicates = document?.syndicates;
  const openedCount = syndicates?.filter(({ openings }) => openings.length > 0).length ?? 0;
  return (
    <HeadedCard
      title="Who has opened it"
      about={syndicates && `${openedCount} of ${countOf(syndicates.length, 'syndicate')}`}
      aboutLength={18}
      isPending={!document}
    >
      {syndicates?.length === 0 ? (
        <NothingInCard title="Nobody has it yet">Syndicates that join later will see it.</NothingInCard>
      ) : (
        <DeskTable
          label="Who has opened it"
          first="Syndicate"
          columns={COLUMNS}
          rows={syndicates && linesOf(syndicates)}
          keyOf={({ key }) => key}
          nameOf={({ name }) => name}
          below={({ isLater }) => (isLater ? 'Joined later' : '')}
          page="investor"
          target={({ syndicateId }) => ({ params: { syndicateId } })}
          skeletonRows={3}
        />
      )}
    </HeadedCard>
  );
}

function linesOf(syndicates: readonly Recipient[]): Line[] {
  const ofOne = (recipient: Recipient): Line[] => {
    const key = recipient.syndicateId.toString();
    if (recipient.openings.length === 0) return [{ ...recipient, key, opening: null }];
    return recipient.openings.map((opening, index) => ({ ...recipient, key: `${key} ${index}`, opening }));
  };
  const isOpened = ({ openings }: Recipient) => openings.length > 0;
  return [...syndicates.filter((one) => !isOpened(one)), ...syndicates.filter(isOpened)].flatMap(ofOne);
}
