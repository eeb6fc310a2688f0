import { useDocumentTitle } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { type Syndicate, usePortalUser, useUserPermissions } from '../../app/portal-user.ts';
import type { PortfolioView } from '../../app/router.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PortfolioSummary } from './portfolio-summary.tsx';
import { SimpleStripSkeleton } from './simple-strip.tsx';
import { SwitchView } from './switch-view.tsx';
import { SyndicateChoiceProvider } from './syndicate-choice-provider.tsx';
import { ViewSwitch, ViewSwitchSkeleton } from './view-switch.tsx';
import { useViewedSyndicate } from './viewed-syndicate.ts';

const route = getRouteApi('/signed-in/dashboard');

export function DashboardPage() {
  const user = usePortalUser();
  // Asked for beside the user, not after.
  useUserPermissions();
  if (user.data) {
    return (
      <SyndicateChoiceProvider own={user.data.syndicate} pending={<DashboardSkeleton />}>
        <Dashboard syndicate={user.data.syndicate} />
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
  return <DashboardSkeleton />;
}

function DashboardSkeleton() {
  return (
    <>
      <PageHeader action={<ViewSwitchSkeleton />} />
      <SimpleStripSkeleton showsCashBalance={false} />
    </>
  );
}

interface DashboardProps {
  syndicate: Syndicate;
}

function Dashboard({ syndicate }: DashboardProps) {
  const { view: asked } = route.useSearch();
  const viewed = useViewedSyndicate();
  useDocumentTitle(`${viewed.name} Portfolio · ${PRODUCT_NAME}`);
  const hasBoth = syndicate.showsSimpleView && syndicate.showsDetailedView;
  const own: PortfolioView = syndicate.showsSimpleView ? 'simple' : 'detailed';
  const view = hasBoth ? (asked ?? own) : own;
  return (
    <>
      <PageHeader
        title={`${viewed.name} Portfolio`}
        action={
          <>
            <SwitchView />
            {hasBoth && <ViewSwitch view={view} />}
          </>
        }
      />
      <PortfolioSummary syndicate={syndicate} view={view} />
    </>
  );
}
