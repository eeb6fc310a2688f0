import { IconCalendarTime } from '@tabler/icons-react';
import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { CohortsCard } from '../features/insights/cohorts-card.tsx';
import { ConcentrationCard } from '../features/insights/concentration-card.tsx';
import { ForecastCard } from '../features/insights/forecast-card.tsx';
import { LossesCard } from '../features/insights/losses-card.tsx';
import { WholePage } from '../features/insights/whole-page.ts';
import { ReturnsCard } from '../features/returns/returns-card.tsx';
import { WatchlistCard } from '../features/watchlist/watchlist-card.tsx';
import { patientChunk } from '../lib/code-chunk.ts';
import { TextButton } from '../ui/text-button.tsx';
import classes from './insights-view.module.css';
import { PrintedHeader } from './printed-header.tsx';
import { usePrinting } from './use-printing.ts';

const DealDetails = lazyRouteComponent(
  () => patientChunk(import('../features/portfolio/deal/deal-details.tsx')),
  'DealDetails',
);

interface InsightsViewProps {
  syndicate: { id: bigint; name: string };
}

/** The tab Insights: how the book is doing, and what needs the investor. */
export function InsightsView({ syndicate }: InsightsViewProps) {
  const view = useRef<HTMLDivElement>(null);
  const { isPrinting, print } = usePrinting(view);
  return (
    <WholePage value={isPrinting}>
      <div ref={view} className={classes['view']}>
        <PrintedHeader syndicate={syndicate} />
        <p className={classes['print']}>
          <TextButton onClick={print}>Print this page</TextButton>
        </p>
        <Link to="/as_of" search={{ syndicate: syndicate.id.toString() }} className={classes['asOf']}>
          <IconCalendarTime size={16} stroke={1.75} aria-hidden="true" />
          The book as of a day
        </Link>
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
    </WholePage>
  );
}
