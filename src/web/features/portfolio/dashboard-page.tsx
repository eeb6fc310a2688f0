import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { usePageTitle } from '../../page/use-page-title.ts';
import {
  type Syndicate,
  usePortalUser,
  useSwitchedProfile,
  useUserPermissions,
} from '../../session/portal-user.ts';
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

/** What a guest of a syndicate sees instead of an investor's dashboard. */
export interface GuestView {
  syndicateId: bigint;
  hasSummary: boolean;
  /** Beside the title. */
  action: ReactNode;
}

interface DashboardPageProps {
  /** All that there are; which of them are shown depends on the syndicate. */
  tabs: readonly DashboardTab[];
  above?: AboveSummary;
  guest?: GuestView;
}

export function DashboardPage({ tabs, above, guest }: DashboardPageProps) {
  const own = usePortalUser();
  const chosen = useSwitchedProfile(guest?.syndicateId ?? null);
  const user = guest ? chosen : own;
  // Requested in parallel with the user, not afterwards.
  useUserPermissions();
  const skeleton = <DashboardSkeleton tabs={tabs} {...(above && { above })} {...(guest && { guest })} />;
  if (user.data) {
    return (
      <SyndicateChoiceProvider own={user.data.syndicate} pending={skeleton}>
        <Dashboard allTabs={tabs} own={user.data.syndicate} Above={above?.Content} guest={guest} />
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
  return skeleton;
}

function DashboardSkeleton({ tabs, above, guest }: DashboardPageProps) {
  const { view = 'simple' } = route.useSearch();
  return (
    <div className={classes['dashboard']}>
      <PageHeader />
      {above?.skeleton}
      {(guest?.hasSummary ?? true) && <SummarySkeleton isSimple={view === 'simple'} />}
      <div className={classes['views']}>
        <DashboardTabsSkeleton tabs={tabs} />
        {tabs.find((tab) => tab.view === view)?.skeleton}
      </div>
    </div>
  );
}

const SummarySkeleton = ({ isSimple }: { isSimple: boolean }) => (
  <>
    {isSimple ? <SimpleStripSkeleton showsCashBalance /> : <DetailedStripSkeleton hasCashBalance />}
    <TiedOutSkeleton />
  </>
);

interface DashboardProps {
  allTabs: readonly DashboardTab[];
  /** The user's own syndicate, whose settings decide which tabs there are. */
  own: Syndicate;
  Above: AboveSummary['Content'] | undefined;
  guest: GuestView | undefined;
}

function Dashboard({ allTabs, own, Above, guest }: DashboardProps) {
  const { tabs, open } = useDashboardTabs(allTabs, own);
  const viewed = useViewedSyndicate();
  const hasSummary = guest?.hasSummary ?? true;
  const { error } = usePortfolioTotals(viewed.id, hasSummary);
  // The summary says so and links to the profile, so the tables are left out.
  const isClosed = isApiError(error, 'second_factor_required');
  usePageTitle(`${viewed.name} Portfolio`);
  return (
    <div className={classes['dashboard']}>
      <PageHeader title={`${viewed.name} Portfolio`} action={guest ? guest.action : <SwitchView />} />
      {!isClosed && Above && <Above key={`${viewed.id}`} syndicateId={viewed.id} />}
      {hasSummary && (
        <>
          <PortfolioSummary syndicate={own} layout={open.view === 'simple' ? 'simple' : 'detailed'} />
          <TiedOut />
        </>
      )}
      {!isClosed && (
        <div className={classes['views']}>
          <DashboardTabs tabs={tabs} open={open} />
          <DashboardPanel key={`${viewed.id}`} open={open} syndicate={viewed} />
        </div>
      )}
    </div>
  );
}
