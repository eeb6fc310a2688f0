import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { usePageTitle } from '../../page/use-page-title.ts';
import { type Syndicate, usePortalUser, useUserPermissions } from '../../session/portal-user.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from './dashboard-page.module.css';
import {
  DashboardPanel,
  type DashboardTab,
  DashboardTabs,
  DashboardTabsSkeleton,
  useDashboardTabs,
} from './dashboard-tabs.tsx';
import { DetailedStripSkeleton } from './summary/detailed-strip.tsx';
import { usePortfolioTotals } from './summary/portfolio.api.ts';
import { PortfolioSummary } from './summary/portfolio-summary.tsx';
import { SimpleStripSkeleton } from './summary/simple-strip.tsx';
import { TiedOut, TiedOutSkeleton } from './summary/tied-out.tsx';
import { SwitchView } from './switch-view/switch-view.tsx';
import { SyndicateChoiceProvider } from './switch-view/syndicate-choice-provider.tsx';
import { useViewedSyndicate } from './switch-view/viewed-syndicate.ts';

const route = getRouteApi('/signed-in/dashboard');

/** What is shown above the summary, and what holds its place. It is a feature of its own, so the app passes it in. */
export interface AboveSummary {
  Content: ComponentType<{ syndicateId: bigint }>;
  skeleton: ReactNode;
}

interface DashboardPageProps {
  /** All that there are; which of them are shown depends on the syndicate. */
  tabs: readonly DashboardTab[];
  above: AboveSummary;
}

export function DashboardPage({ tabs, above }: DashboardPageProps) {
  const user = usePortalUser();
  // Requested in parallel with the user, not afterwards.
  useUserPermissions();
  if (user.data) {
    return (
      <SyndicateChoiceProvider
        own={user.data.syndicate}
        pending={<DashboardSkeleton tabs={tabs} above={above} />}
      >
        <Dashboard allTabs={tabs} own={user.data.syndicate} Above={above.Content} />
      </SyndicateChoiceProvider>
    );
  }
  if (user.isError) {
    return (
      <>
        <PageHeader title="Portfolio" />
        <ErrorState
          title="Your portfolio did not load"
          error={user.error}
          onRetry={() => user.refetch()}
          isRetrying={user.isFetching}
        />
      </>
    );
  }
  return <DashboardSkeleton tabs={tabs} above={above} />;
}

function DashboardSkeleton({ tabs, above }: DashboardPageProps) {
  const { view = 'simple' } = route.useSearch();
  return (
    <div className={classes['dashboard']}>
      <PageHeader />
      {above.skeleton}
      {view === 'simple' ? (
        <SimpleStripSkeleton showsCashBalance />
      ) : (
        <DetailedStripSkeleton hasCashBalance />
      )}
      <TiedOutSkeleton />
      <div className={classes['views']}>
        <DashboardTabsSkeleton tabs={tabs} />
        {tabs.find((tab) => tab.view === view)?.skeleton}
      </div>
    </div>
  );
}

interface DashboardProps {
  allTabs: readonly DashboardTab[];
  /** The user's own syndicate, whose settings decide which tabs there are. */
  own: Syndicate;
  Above: AboveSummary['Content'];
}

function Dashboard({ allTabs, own, Above }: DashboardProps) {
  const { tabs, open } = useDashboardTabs(allTabs, own);
  const viewed = useViewedSyndicate();
  const { error } = usePortfolioTotals(viewed.id);
  // The summary says so and links to the profile, so the tables are left out.
  const isClosed = isApiError(error, 'second_factor_required');
  usePageTitle(`${viewed.name} Portfolio`);
  return (
    <div className={classes['dashboard']}>
      <PageHeader title={`${viewed.name} Portfolio`} action={<SwitchView />} />
      {!isClosed && <Above key={`${viewed.id}`} syndicateId={viewed.id} />}
      <PortfolioSummary syndicate={own} layout={open.view === 'simple' ? 'simple' : 'detailed'} />
      <TiedOut />
      {!isClosed && (
        <div className={classes['views']}>
          <DashboardTabs tabs={tabs} open={open} />
          <DashboardPanel key={`${viewed.id}`} open={open} syndicate={viewed} />
        </div>
      )}
    </div>
  );
}
