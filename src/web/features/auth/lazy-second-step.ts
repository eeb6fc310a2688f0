import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded only for users who have a second factor. */
export const SecondStep = lazyRouteComponent(() => import('./second-step.tsx'), 'SecondStep');
