import { lazyRouteComponent } from '@tanstack/react-router';
import { PayoutsSkeleton } from '../features/payouts/payouts-skeleton.tsx';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import { dashboardTabs } from '../features/portfolio/dashboard-tabs.tsx';
import { SinceLastVisit, SinceSkeleton } from '../features/since/since-last-visit.tsx';
import { patientChunk } from '../lib/code-chunk.ts';

const TABS = dashboardTabs({
  Content: lazyRouteComponent(
    () => patientChunk(import('../features/payouts/payouts-view.tsx')),
    'PayoutsView',
  ),
  skeleton: <PayoutsSkeleton />,
});

const ABOVE = { Content: SinceLastVisit, skeleton: <SinceSkeleton /> };

/** The dashboard, with the payouts as one of its tabs, and above it what happened since the last visit. */
export const DashboardScreen = () => <DashboardPage tabs={TABS} above={ABOVE} />;
