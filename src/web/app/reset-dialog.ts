import { lazyRouteComponent } from '@tanstack/react-router';

// Here because two features open it: signing in, and a reset link that is too old.
export const ResetDialog = lazyRouteComponent(
  () => import('../features/passwords/reset-dialog.tsx'),
  'ResetDialog',
);
