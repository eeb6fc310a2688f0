import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { figureWords } from '../../../../shared/domain/why-figures.ts';
import { CardFailure, HeadedCard } from '../../../ui/page/headed-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CheckList, ChecksSkeleton } from './check-list.tsx';
import { FigureValue } from './figure-value.tsx';
import { PartsTable } from './parts-table.tsx';
import { TermList } from './term-list.tsx';
import { type Asked, useBreakdown } from './why.api.ts';
import classes from './why.module.css';
import type { WhyChoice } from './why-choice.ts';

interface BreakdownCardProps {
  choice: WhyChoice;
  asked: Asked;
}

/** One figure: what it is, where it is kept and whether that adds up, and what it is made of. */
export function BreakdownCard({ choice, asked }: BreakdownCardProps) {
  const { figure } = choice;
  const { label, about, isOfPayDate } = figureWords(figure);
  const breakdown = useBreakdown(figure, asked);
  const { data } = breakdown;
  const day = isOfPayDate && data?.payDate ? `, ${formatDate(data.payDate)}` : '';
  return (
    <HeadedCard
      title={`${label}${day}`}
      about={data && `as of ${formatDate(data.asOf)}`}
      isPending={breakdown.isPending}
    >
      {breakdown.isError ? (
        <CardFailure
          what="This figure"
          error={breakdown.error}
          isRetrying={breakdown.isFetching}
          onRetry={() => breakdown.refetch()}
        />
      ) : (
        <>
          <div className={classes['inside']}>
            <p className={classes['value']}>
              {data ? <FigureValue figure={figure} value={data} /> : <Skeleton characters={11} />}
            </p>
            <p className={classes['about']}>{about}</p>
            {data ? data.checks.length > 0 && <CheckList checks={data.checks} /> : <ChecksSkeleton />}
            {data && data.terms.length > 0 && <TermList terms={data.terms} choice={choice} />}
          </div>
          {data?.parts !== null && <PartsTable parts={data?.parts} choice={choice} />}
        </>
      )}
    </HeadedCard>
  );
}
