import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PayoutsSkeleton } from '../features/payouts/payouts-skeleton.tsx';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import { dashboardTabs } from '../features/portfolio/dashboard-tabs.tsx';
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

const insights = {
  Content: lazyRouteComponent(() => patientChunk(import('./insights-view.tsx')), 'InsightsView'),
  skeleton: <InsightsSkeleton />,
};

const TABS = dashboardTabs(payouts, insights);

const ABOVE = { Content: SinceLastVisit, skeleton: <SinceSkeleton /> };

const GuestDashboard = lazyRouteComponent(
  () => patientChunk(import('./guest-dashboard.tsx')),
  'GuestDashboard',
);

/** The dashboard, with the payouts and the insights among its tabs, and above it what happened since the last visit. */
export const DashboardScreen = () =>
  useIsGuest() ? (
    <Suspense>
      <GuestDashboard tabs={TABS} />
    </Suspense>
  ) : (
    <DashboardPage tabs={TABS} above={ABOVE} />
  );
