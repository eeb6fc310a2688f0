import { lazyRouteComponent } from '@tanstack/react-router';

// Here because the dashboard shows it beside its own tabs, and payouts are a feature of their own.
export { PayoutsSkeleton } from '../features/payouts/payouts-skeleton.tsx';
export const PayoutsView = lazyRouteComponent(
  () => import('../features/payouts/payouts-view.tsx'),
  'PayoutsView',
);
