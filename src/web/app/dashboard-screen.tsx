import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { PayoutsSkeleton } from '../features/payouts/payouts-skeleton.tsx';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import { dashboardTabs } from '../features/portfolio/dashboard-tabs.tsx';
import type { TableViewProps } from '../features/portfolio/table/table-view.ts';
import { SinceLastVisit, SinceSkeleton } from '../features/since/since-last-visit.tsx';
import { patientChunk } from '../lib/code-chunk.ts';
import { useIsGuest } from '../session/use-is-guest.ts';
import { InsightsSkeleton } from './insights-skeleton.tsx';

const payouts = {
  Content: lazyRouteComponent(
    () => patientChunk(import('../features/payouts/payouts-view.tsx')),
    'PayoutsView',
  ),
  skeleton: <PayoutsSkeleton />,
};

const GuestDashboard = lazyRouteComponent(
  () => patientChunk(import('./guest-dashboard.tsx')),
  'GuestDashboard',
);

const ABOVE = { Content: SinceLastVisit, skeleton: <SinceSkeleton /> };

/** The dashboard with this content of its tab Insights, which the server has at once and the browser loads. */
export function dashboardWith(Insights: ComponentType<TableViewProps>) {
  const tabs = dashboardTabs(payouts, { Content: Insights, skeleton: <InsightsSkeleton /> });
  return () =>
    useIsGuest() ? (
      <Suspense>
        <GuestDashboard tabs={tabs} />
      </Suspense>
    ) : (
      <DashboardPage tabs={tabs} above={ABOVE} />
    );
}

/** The dashboard, with the payouts and the insights among its tabs, and above it what happened since the last visit. */
export const DashboardScreen = dashboardWith(
  lazyRouteComponent(() => patientChunk(import('./insights-view.tsx')), 'InsightsView'),
);
