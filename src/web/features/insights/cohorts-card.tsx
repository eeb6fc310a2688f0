import { lazy, Suspense, useRef } from 'react';
import { ratioPercent } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { ChartSkeleton } from '../../ui/figure/chart-skeleton.tsx';
import { groupedCount } from '../../ui/figure/count.ts';
import { useInSight } from '../../ui/use-in-sight.ts';
import classes from './cohorts-card.module.css';
import card from './insight-card.module.css';
import { InsightCard } from './insight-card.tsx';
import type { Cohort } from './insights.api.ts';
import { quarterName } from './quarter-name.ts';

/** The chart's code is loaded when its place comes into sight; the table has its figures. */
const CohortLines = lazy(() =>
  import('./cohort-lines.tsx').then(
    (module) => ({ default: module.CohortLines }),
    () => ({ default: NoLines }),
  ),
);

const NoLines = () => (
  <p className={classes['quiet']}>The chart did not load. The table below has its figures.</p>
);

interface CohortsCardProps {
  syndicateId: bigint;
}

/** What the deals of each quarter have paid, by their age. */
export const CohortsCard = ({ syndicateId }: CohortsCardProps) => (
  <InsightCard
    title="Cohorts"
    syndicateId={syndicateId}
    about={() => 'net paid ÷ cost, by quarter of funding'}
    skeleton={
      <div className={classes['chart']}>
        <ChartSkeleton />
      </div>
    }
  >
    {({ cohorts }) =>
      cohorts.length > 0 ? (
        <Cohorts cohorts={cohorts} />
      ) : (
        <p className={card['inside']}>Nothing to measure yet.</p>
      )
    }
  </InsightCard>
);

interface CohortsProps {
  cohorts: readonly Cohort[];
}

function Cohorts({ cohorts }: CohortsProps) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(place);
  const all = cohorts.reduce(
    (sum, { dealCount, cost, netPaid }) => ({
      dealCount: sum.dealCount + dealCount,
      cost: sum.cost + cost,
      netPaid: sum.netPaid + netPaid,
    }),
    { dealCount: 0, cost: 0n, netPaid: 0n },
  );
  return (
    <>
      <div ref={place} className={classes['chart']} aria-hidden="true">
        {isInSight ? (
          <Suspense fallback={<ChartSkeleton />}>
            <CohortLines cohorts={cohorts} />
          </Suspense>
        ) : (
          <ChartSkeleton />
        )}
      </div>
      <p className={classes['quiet']}>
        A line ends where its youngest deal does. A month is 30 days from each deal’s own funding.
      </p>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Funded in</th>
            <th scope="col">Deals</th>
            <th scope="col">Cost</th>
            <th scope="col">Net paid</th>
            <th scope="col">Net paid ÷ cost</th>
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ quarter, ...figures }) => (
            <CohortRow key={quarter} name={quarterName(quarter)} {...figures} />
          ))}
        </tbody>
        <tfoot>
          <CohortRow name="All" {...all} />
        </tfoot>
      </table>
    </>
  );
}

type CohortRowProps = { name: string } & Pick<Cohort, 'dealCount' | 'cost' | 'netPaid'>;

const CohortRow = ({ name, dealCount, cost, netPaid }: CohortRowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{groupedCount(dealCount)}</td>
    <td>
      <MoneyText amount={cost} />
    </td>
    <td>
      <MoneyText amount={netPaid} />
    </td>
    <td>{cost === 0n ? '' : formatPercent(ratioPercent(netPaid, cost), 1)}</td>
  </tr>
);
