import { lazyRouteComponent } from '@tanstack/react-router';
import { PayoutsSkeleton } from '../features/payouts/payouts-skeleton.tsx';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import { dashboardTabs } from '../features/portfolio/dashboard-tabs.tsx';

const TABS = dashboardTabs({
  Content: lazyRouteComponent(() => import('../features/payouts/payouts-view.tsx'), 'PayoutsView'),
  skeleton: <PayoutsSkeleton />,
});

/** The dashboard, with the payouts as one of its tabs. */
export const DashboardScreen = () => <DashboardPage tabs={TABS} />;
