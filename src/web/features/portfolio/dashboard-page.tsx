import { useDocumentTitle } from '@mantine/hooks';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { type Syndicate, usePortalUser, useUserPermissions } from '../../app/portal-user.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './dashboard-page.module.css';
import { DashboardPanel, DashboardTabs, DashboardTabsSkeleton, useDashboardTabs } from './dashboard-tabs.tsx';
import { PortfolioSummary } from './portfolio-summary.tsx';
import { SimpleStripSkeleton } from './simple-strip.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

export function DashboardPage() {
  const user = usePortalUser();
  // Asked for together with the user: what a tab shows depends on them.
  useUserPermissions();
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
    <div className={classes['dashboard']}>
      <PageHeader />
      <SimpleStripSkeleton showsCashBalance={false} />
      <div className={classes['views']}>
        <DashboardTabsSkeleton />
        <TableSkeleton />
      </div>
    </div>
  );
}

interface DashboardProps {
  syndicate: Syndicate;
}

function Dashboard({ syndicate }: DashboardProps) {
  const { tabs, open } = useDashboardTabs(syndicate);
  return (
    <div className={classes['dashboard']}>
      <PageHeader title={`${syndicate.name} Portfolio`} />
      <PortfolioSummary syndicate={syndicate} layout={open.view === 'simple' ? 'simple' : 'detailed'} />
      <div className={classes['views']}>
        <DashboardTabs tabs={tabs} open={open} />
        <DashboardPanel key={`${syndicate.id}`} open={open} syndicate={syndicate} />
      </div>
    </div>
  );
}
