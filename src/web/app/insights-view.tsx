import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CohortsCard } from '../features/insights/cohorts-card.tsx';
import { ConcentrationCard } from '../features/insights/concentration-card.tsx';
import { ForecastCard } from '../features/insights/forecast-card.tsx';
import { LossesCard } from '../features/insights/losses-card.tsx';
import { ReturnsCard } from '../features/returns/returns-card.tsx';
import { WatchlistCard } from '../features/watchlist/watchlist-card.tsx';
import { patientChunk } from '../lib/code-chunk.ts';
import classes from './insights-view.module.css';

const DealDetails = lazyRouteComponent(
  () => patientChunk(import('../features/portfolio/deal/deal-details.tsx')),
  'DealDetails',
);

interface InsightsViewProps {
  syndicate: { id: bigint; name: string };
}

/** The tab Insights: how the book is doing, and what needs the investor. */
export function InsightsView({ syndicate }: InsightsViewProps) {
  return (
    <div className={classes['view']}>
      <ReturnsCard syndicateId={syndicate.id} />
      <WatchlistCard
        syndicateId={syndicate.id}
        detailsOf={({ mid }) => (
          <Suspense fallback={<div className={classes['opening']} />}>
            <DealDetails syndicateId={syndicate.id} mid={mid} />
          </Suspense>
        )}
      />
      <div className={classes['beside']}>
        <ForecastCard syndicateId={syndicate.id} />
        <CohortsCard syndicateId={syndicate.id} />
      </div>
      <LossesCard syndicateId={syndicate.id} />
      <ConcentrationCard syndicateId={syndicate.id} />
    </div>
  );
}
