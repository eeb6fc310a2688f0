import { type ReactNode, useId } from 'react';
import { tryAgain } from '../../lib/code-chunk.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './insight-card.module.css';
import { type Analysis, useInsights } from './insights.api.ts';

interface InsightCardProps {
  title: string;
  syndicateId: bigint;
  /** The quiet words beside the title. */
  about: (analysis: Analysis) => string;
  aside?: (analysis: Analysis) => ReactNode;
  skeleton: ReactNode;
  children: (analysis: Analysis) => ReactNode;
}

/** A card of the analysis. It loads and fails by itself, so that the others stay. */
export function InsightCard({ title, syndicateId, about, aside, skeleton, children }: InsightCardProps) {
  const titleId = useId();
  const query = useInsights(syndicateId);
  const analysis = query.data;
  return (
    <section className={classes['card']} aria-labelledby={titleId} aria-busy={query.isPending}>
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        <p className={classes['about']}>
          {analysis && about(analysis)}
          {query.isPending && <Skeleton characters={36} />}
        </p>
        {analysis && aside && <div className={classes['aside']}>{aside(analysis)}</div>}
      </div>
      {query.isPending && skeleton}
      {query.isError && !analysis && (
        <div className={classes['inside']}>
          <InlineError
            title={`${title} did not load`}
            error={query.error}
            onRetry={() => tryAgain(query.error, () => void query.refetch())}
            isRetrying={query.isFetching}
          />
        </div>
      )}
      {analysis === null && (
        <p className={classes['inside']}>This is being worked out, and will be here within the hour.</p>
      )}
      {analysis && children(analysis)}
    </section>
  );
}
