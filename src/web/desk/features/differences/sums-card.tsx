import { formatMoment } from '../../../lib/moment.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import type { Differences } from './differences.api.ts';

const NAMES = ['Differences', 'Investors', 'Sum of differences', 'Found less expected', 'Oldest'] as const;

/** How many they are, and what they come to: apart, because differences can cancel each other out. */
export const SumsCard = ({ data }: { data: Differences | undefined }) => (
  <HeadedCard
    title="In all"
    about={data && 'Expected is what the lines give. Found is what is kept or shown.'}
    isPending={data === undefined}
  >
    <FactGrid
      names={NAMES}
      values={
        data && {
          Differences: groupedCount(data.differenceCount),
          Investors: groupedCount(data.investorCount),
          'Sum of differences': <MoneyText amount={data.sum} />,
          'Found less expected': <MoneyText amount={data.net} />,
          Oldest: data.oldest === null ? '–' : formatMoment(data.oldest),
        }
      }
    />
  </HeadedCard>
);
