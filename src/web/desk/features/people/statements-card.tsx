import { useQuery } from '@tanstack/react-query';
import { deskStatementsContract } from '../../../../shared/contract/desk-statements.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { call } from '../../../lib/call.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { StatementRows, StatementRowsSkeleton } from '../../../ui/statements/statement-rows.tsx';
import { yearsOf } from '../../../ui/statements/years-of.ts';
import classes from './statements-card.module.css';

interface StatementsCardProps {
  syndicateId: bigint;
}

/** The statements of a syndicate as its own people see them. Each download is recorded. */
export function StatementsCard({ syndicateId }: StatementsCardProps) {
  const statements = useQuery({
    queryKey: ['desk-statements', syndicateId.toString()],
    queryFn: () => call(deskStatementsContract.statements, { params: { syndicateId } }),
  });
  const { data } = statements;
  const years = yearsOf(data?.statements ?? []);
  const count = years.reduce((sum, { periods }) => sum + periods.length, 0);
  return (
    <HeadedCard
      title="Statements"
      about={data && `${countOf(count, 'statement')}, the next on ${formatDate(data.nextOn)}`}
      isPending={statements.isPending}
      aboutLength={34}
    >
      {statements.isError && !data && (
        <CardFailure
          what="The statements"
          error={statements.error}
          isRetrying={statements.isFetching}
          onRetry={() => statements.refetch()}
        />
      )}
      {statements.isPending && <StatementRowsSkeleton />}
      {data && count === 0 && (
        <NothingInCard title="No statements yet">
          A month’s statement is made on the first bank day of the next.
        </NothingInCard>
      )}
      {years.map((year, index) => (
        <details key={year.year} className={classes['year']} open={index === 0}>
          <summary className={classes['head']}>{year.year}</summary>
          <StatementRows year={year} syndicateId={syndicateId} calls={deskStatementsContract} />
        </details>
      ))}
    </HeadedCard>
  );
}
