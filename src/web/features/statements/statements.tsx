import { statementsContract } from '../../../shared/contract/statements.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { countOf } from '../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatementRows, StatementRowsSkeleton } from '../../ui/statements/statement-rows.tsx';
import { yearsOf } from '../../ui/statements/years-of.ts';
import { useIsInBrowser } from '../../ui/use-is-in-browser.ts';
import { useStatements } from './statements.api.ts';
import classes from './statements.module.css';

interface StatementsProps {
  syndicateId: bigint;
}

/** The monthly and yearly statements of a syndicate, a card for each year. */
export function Statements({ syndicateId }: StatementsProps) {
  const { data, isError, error, refetch, isFetching } = useStatements(syndicateId);
  // On which day each was made depends on where it is read.
  const isInBrowser = useIsInBrowser();
  if (isError && !data)
    return (
      <HeadedCard title="Statements">
        <CardFailure
          what="Your statements"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </HeadedCard>
    );
  if (!data) return <StatementsSkeleton />;
  const next = formatDate(data.nextOn);
  if (data.statements.length === 0)
    return (
      <HeadedCard title="Statements">
        <NothingInCard title="No statements yet">
          The first one comes on {next}, about the month before. After that there is one each month, and one
          for each year.
        </NothingInCard>
      </HeadedCard>
    );
  return (
    <div className={classes['years']}>
      <p className={classes['lead']}>
        What a statement says stays as it was made: a correction is a new version that says what changed and
        why. The next one comes on {next}.
      </p>
      {yearsOf(data.statements).map((year) => (
        <HeadedCard
          key={year.year}
          title={`Statements of ${year.year}`}
          about={countOf(year.periods.length, 'statement')}
        >
          {isInBrowser ? (
            <StatementRows year={year} syndicateId={syndicateId} calls={statementsContract} />
          ) : (
            <StatementRowsSkeleton />
          )}
        </HeadedCard>
      ))}
    </div>
  );
}

/** Holds the place of the statements until they are known. */
export const StatementsSkeleton = () => (
  <div className={classes['years']} aria-busy="true">
    <p className={classes['lead']}>
      <Skeleton characters={60} />
    </p>
    <HeadedCard title="Statements" isPending aboutLength={12}>
      <StatementRowsSkeleton />
    </HeadedCard>
  </div>
);
