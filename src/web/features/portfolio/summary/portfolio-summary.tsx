import type { Syndicate } from '../../../session/portal-user.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { useViewedSyndicate } from '../switch-view/viewed-syndicate.ts';
import { DetailedStrip, DetailedStripSkeleton } from './detailed-strip.tsx';
import { usePortfolioTotals } from './portfolio.api.ts';
import { portfolioFigures } from './portfolio-figures.ts';
import { SimpleStrip, SimpleStripSkeleton } from './simple-strip.tsx';

export type StripLayout = 'simple' | 'detailed';

interface PortfolioSummaryProps {
  /** The user's own syndicate; the figures may be another's. */
  syndicate: Syndicate;
  layout: StripLayout;
}

export function PortfolioSummary({ syndicate, layout }: PortfolioSummaryProps) {
  const viewed = useViewedSyndicate();
  const totals = usePortfolioTotals(viewed.id);
  // Figures that have loaded stay, even if a later refresh fails.
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
    return layout === 'simple' ? (
      <SimpleStripSkeleton showsCashBalance={syndicate.usesCashBalance && syndicate.showsCashBalance} />
    ) : (
      <DetailedStripSkeleton hasCashBalance={syndicate.usesCashBalance} />
    );
  }
  const figures = portfolioFigures(totals.data);
  return layout === 'simple' ? (
    <SimpleStrip figures={figures} showsCashBalance={figures.showsCashBalance} />
  ) : (
    <DetailedStrip figures={figures} />
  );
}
