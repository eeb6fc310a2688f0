import { useDocumentTitle } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { type Syndicate, usePortalUser } from '../../app/portal-user.ts';
import type { PortfolioView } from '../../app/router.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PortfolioSummary } from './portfolio-summary.tsx';
import { SimpleStripSkeleton } from './simple-strip.tsx';
import { ViewSwitch, ViewSwitchSkeleton } from './view-switch.tsx';

const route = getRouteApi('/signed-in/dashboard');

export function DashboardPage() {
  const user = usePortalUser();
  useDocumentTitle(user.data ? `${user.data.syndicate.name} Portfolio · ${PRODUCT_NAME}` : PRODUCT_NAME);
  if (user.data) return <Dashboard syndicate={user.data.syndicate} />;
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
  const hasBoth = syndicate.showsSimpleView && syndicate.showsDetailedView;
  const own: PortfolioView = syndicate.showsSimpleView ? 'simple' : 'detailed';
  const view = hasBoth ? (asked ?? own) : own;
  return (
    <>
      <PageHeader title={`${syndicate.name} Portfolio`} action={hasBoth && <ViewSwitch view={view} />} />
      <PortfolioSummary syndicate={syndicate} view={view} />
    </>
  );
}
