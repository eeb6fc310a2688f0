import { lazy } from 'react';
import { ratioPercent } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { groupedCount } from '../../ui/figure/count.ts';
import { NothingInCard } from '../../ui/page/headed-card.tsx';
import { ChartAndTableSkeleton } from './chart-and-table-skeleton.tsx';
import { ChartPlace, NoChart } from './chart-place.tsx';
import { InsightCard } from './insight-card.tsx';
import { InsightDownload } from './insight-download.tsx';
import classes from './insight-parts.module.css';
import type { Cohort } from './insights.api.ts';
import { quarterName } from './quarter-name.ts';
import { TableBehind } from './table-behind.tsx';

const CohortLines = lazy(() =>
  import('./cohort-lines.tsx').then(
    (module) => ({ default: module.CohortLines }),
    () => ({ default: NoChart }),
  ),
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
    aside={({ cohorts }) =>
      cohorts.length > 0 && <InsightDownload syndicateId={syndicateId} part="cohorts" />
    }
    skeleton={<ChartAndTableSkeleton isBehind />}
  >
    {({ cohorts }) =>
      cohorts.length > 0 ? (
        <Cohorts cohorts={cohorts} />
      ) : (
        <NothingInCard title="Nothing to measure yet">
          Cohorts are measured from the first funded deal on.
        </NothingInCard>
      )
    }
  </InsightCard>
);

interface CohortsProps {
  cohorts: readonly Cohort[];
}

function Cohorts({ cohorts }: CohortsProps) {
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
      <ChartPlace>
        <CohortLines cohorts={cohorts} />
      </ChartPlace>
      <p className={classes['quiet']}>
        A line ends where its youngest deal does. A month is 30 days from each deal’s own funding.
      </p>
      <TableBehind isOnlyOnPhone>
        <table className={classes['table']} data-hides="4">
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
      </TableBehind>
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
