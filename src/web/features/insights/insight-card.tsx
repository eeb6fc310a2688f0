import type { ReactNode } from 'react';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
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
  const query = useInsights(syndicateId);
  const analysis = query.data?.analysis;
  return (
    <HeadedCard
      title={title}
      about={analysis && about(analysis)}
      aside={analysis && aside?.(analysis)}
      isPending={query.isPending}
    >
      {query.isPending && skeleton}
      {query.isError && !query.data && (
        <CardFailure
          what={title}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {analysis === null && (
        <NothingInCard title="On its way">
          This is being worked out, and will be here within the hour.
        </NothingInCard>
      )}
      {analysis && children(analysis)}
    </HeadedCard>
  );
}
