import { lazyRouteComponent } from '@tanstack/react-router';
import { PayoutsSkeleton } from '../features/payouts/payouts-skeleton.tsx';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import { dashboardTabs } from '../features/portfolio/dashboard-tabs.tsx';
import { patientChunk } from '../lib/code-chunk.ts';

const TABS = dashboardTabs({
  Content: lazyRouteComponent(
    () => patientChunk(import('../features/payouts/payouts-view.tsx')),
    'PayoutsView',
  ),
  skeleton: <PayoutsSkeleton />,
});

/** The dashboard, with the payouts as one of its tabs. */
export const DashboardScreen = () => <DashboardPage tabs={TABS} />;
