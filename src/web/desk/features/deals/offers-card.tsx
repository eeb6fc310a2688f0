import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatRate } from '../../../../shared/domain/rate.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { SubmissionChip } from '../../ui/submission-chip.tsx';
import type { Deal } from './deals.api.ts';

type Offer = Deal['offers'][number];

const COLUMNS: readonly Column<Offer>[] = [
  { name: 'State', value: ({ state }) => <SubmissionChip state={state} /> },
  { name: 'Factor rate', kind: 'number', value: ({ factorRate }) => formatRate(factorRate) },
  { name: 'Term', kind: 'number', value: ({ termDays }) => `${termDays} days` },
  { name: 'Links', kind: 'number', value: ({ linkCount }) => linkCount },
  { name: 'Made', value: ({ madeAt }) => formatMoment(madeAt) },
];

interface OffersCardProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

/** The offers for the deal. Each leads to its page, with its links, files and invites. */
export const OffersCard = ({ deal }: OffersCardProps) => (
  <HeadedCard title="Offers and links" isPending={!deal}>
    {deal?.offers.length === 0 ? (
      <NothingInCard title="No offer was made">The deal came with an import.</NothingInCard>
    ) : (
      <DeskTable
        label="Offers and links"
        first="Offer"
        columns={COLUMNS}
        rows={deal?.offers}
        keyOf={({ offerId }) => offerId.toString()}
        nameOf={({ amount }) => formatMoney(amount)}
        below={({ lenderName }) => lenderName}
        page="submission"
        target={({ offerId }) => ({ params: { offerId } })}
      />
    )}
  </HeadedCard>
);
