import { lazy } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { LOSS_BASES, LOSS_DATES } from '../../../shared/domain/loss.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { useInsightsChoice } from '../../addresses/use-insights-choice.ts';
import { countOf } from '../../ui/figure/count.ts';
import { ChoiceSwitch } from '../../ui/form/choice-switch.tsx';
import { NothingInCard } from '../../ui/page/headed-card.tsx';
import { ChartAndTableSkeleton } from './chart-and-table-skeleton.tsx';
import { ChartPlace, NoChart } from './chart-place.tsx';
import { InsightCard } from './insight-card.tsx';
import { InsightDownload } from './insight-download.tsx';
import classes from './insight-parts.module.css';
import { lossRows, sumOfRows } from './loss-rows.ts';
import { BASIS_NAMES, DATE_NAMES } from './loss-words.ts';
import { LossesTable } from './losses-table.tsx';

const LossBars = lazy(() =>
  import('./loss-bars.tsx').then(
    (module) => ({ default: module.LossBars }),
    () => ({ default: NoChart }),
  ),
);

interface LossesCardProps {
  syndicateId: bigint;
}

/** What of lost deals has not come back, by quarter. */
export function LossesCard({ syndicateId }: LossesCardProps) {
  const [by, setBy] = useInsightsChoice('lossBy', LOSS_DATES, 'funded');
  const [basis, setBasis] = useInsightsChoice('lossBasis', LOSS_BASES, 'cost');
  return (
    <InsightCard
      title="Losses"
      syndicateId={syndicateId}
      about={({ losses, asOf }) => {
        const { loss, basis: whole, dealCount } = sumOfRows(lossRows(losses, 'lost', basis));
        if (dealCount === 0) return `as of ${formatDate(asOf)}`;
        return `${formatMoney(loss)} of the ${formatMoney(whole)} ${basis === 'cost' ? 'cost' : 'net RTR'} of ${countOf(dealCount, 'deal')} has not come back · as of ${formatDate(asOf)}`;
      }}
      aside={({ losses }) =>
        losses.byDate.length > 0 && (
          <>
            <ChoiceSwitch
              legend="Quarters"
              values={LOSS_DATES}
              names={DATE_NAMES}
              chosen={by}
              onChoose={setBy}
            />
            <ChoiceSwitch
              legend="Basis of the loss"
              values={LOSS_BASES}
              names={BASIS_NAMES}
              chosen={basis}
              onChoose={setBasis}
            />
            <InsightDownload syndicateId={syndicateId} part="losses" />
          </>
        )
      }
      skeleton={<ChartAndTableSkeleton />}
    >
      {({ losses }) => {
        if (losses.byDate.length === 0)
          return (
            <NothingInCard title="No deal was lost">
              Deals in default, with lawyers, settled, written off or completed with a discount would be here.
            </NothingInCard>
          );
        const rows = lossRows(losses, by, basis);
        return (
          <>
            <ChartPlace>
              <LossBars rows={rows} />
            </ChartPlace>
            <p className={classes['quiet']}>
              Deals in default, with lawyers, settled, written off or completed with a discount. A loss is
              {basis === 'cost' ? ' their cost' : ' their net RTR, which is the RTR after fees,'} less what
              was paid out, and never below zero.
            </p>
            <LossesTable key={`${by} ${basis}`} syndicateId={syndicateId} rows={rows} by={by} basis={basis} />
          </>
        );
      }}
    </InsightCard>
  );
}
