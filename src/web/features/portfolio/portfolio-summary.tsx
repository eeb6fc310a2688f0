import type { Syndicate } from '../../app/portal-user.ts';
import type { PortfolioView } from '../../app/router.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { DetailedStrip, DetailedStripSkeleton } from './detailed-strip.tsx';
import { usePortfolioTotals } from './portfolio.api.ts';
import { portfolioFigures } from './portfolio-figures.ts';
import classes from './portfolio-summary.module.css';
import { SimpleStrip, SimpleStripSkeleton } from './simple-strip.tsx';
import { useViewedSyndicate } from './viewed-syndicate.ts';

interface PortfolioSummaryProps {
  /** The user's own; what is shown may be another's. */
  syndicate: Syndicate;
  view: PortfolioView;
}

export function PortfolioSummary({ syndicate, view }: PortfolioSummaryProps) {
  const viewed = useViewedSyndicate();
  const totals = usePortfolioTotals(viewed.id);
  // Figures that are there stay there, whatever becomes of a later refresh.
  if (totals.isError && !totals.data) {
    return (
      <ErrorState
        title="The portfolio figures did not load"
        error={totals.error}
        onRetry={() => totals.refetch()}
        isRetrying={totals.isFetching}
      />
    );
  }
  if (!totals.data) {
    return view === 'simple' ? (
      <SimpleStripSkeleton showsCashBalance={syndicate.usesCashBalance && syndicate.showsCashBalance} />
    ) : (
      <DetailedStripSkeleton hasCashBalance={syndicate.usesCashBalance} />
    );
  }
  const figures = portfolioFigures(totals.data);
  return (
    <div className={classes['summary']}>
      {view === 'simple' ? (
        <SimpleStrip figures={figures} showsCashBalance={figures.showsCashBalance} />
      ) : (
        <DetailedStrip figures={figures} />
      )}
      {figures.participationCount === 0 && (
        <EmptyState
          title="No deals yet"
          reason={`${viewed.name} has not taken part in a deal so far. The figures start with its first one.`}
        />
      )}
    </div>
  );
}
