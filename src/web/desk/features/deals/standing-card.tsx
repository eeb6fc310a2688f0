import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { isDealStatus } from '../../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { pacePercent, watchTone, watchWords } from '../../../../shared/domain/watch-words.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import type { Deal } from './deals.api.ts';
import classes from './deals.module.css';

const NAMES = [
  'Expected by then',
  'Arrears',
  'Missed in a row',
  'Pace',
  'Contract payoff',
  'Expected payoff',
  'At the present pace',
] as const;

interface StandingCardProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

/** How the deal stands against its terms, as of the last posted day. */
export function StandingCard({ deal }: StandingCardProps) {
  const standing = deal?.standing;
  return (
    <HeadedCard
      title="Standing"
      about={standing && `As of ${formatDate(standing.asOf)}`}
      aside={standing && standing.reasons.length > 0 && <Reasons deal={deal} />}
    >
      {standing === null ? (
        <NothingInCard title="Nothing is posted yet">
          How the deal stands is worked out with the first day file.
        </NothingInCard>
      ) : (
        <FactGrid names={NAMES} values={standing && valuesOf(standing)} />
      )}
    </HeadedCard>
  );
}

type Standing = NonNullable<Deal['standing']>;

const valuesOf = (standing: Standing): Record<(typeof NAMES)[number], string> => ({
  'Expected by then': standing.expected === null ? 'Nothing more' : formatMoney(standing.expected),
  Arrears: formatMoney(standing.arrears),
  'Missed in a row': String(standing.missedCount),
  Pace: standing.pace === null ? 'Not known yet' : `${pacePercent(standing.pace)}%`,
  'Contract payoff': dayOr(standing.contractPayoff),
  'Expected payoff': dayOr(standing.expectedPayoff),
  'At the present pace': dayOr(standing.pacePayoff),
});

const dayOr = (day: CalendarDate | null): string => (day === null ? 'None' : formatDate(day));

function Reasons({ deal: { standing, status } }: { deal: Deal }) {
  if (!standing || !isDealStatus(status)) return null;
  const { missedCount, pace } = standing;
  const facts = {
    missed: missedCount,
    pacePercent: pace && pacePercent(pace),
    isOfAllDebits: false,
  };
  return (
    <span className={classes['chips']}>
      {standing.reasons.map(({ reason, code }) => (
        <Chip key={reason} tone={watchTone(reason)}>
          {watchWords({ reason, code, ...facts }, status)}
        </Chip>
      ))}
    </span>
  );
}
