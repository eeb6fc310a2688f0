import { lazyRouteComponent } from '@tanstack/react-router';

/** For those who have a second factor; nobody else waits for it. */
export const SecondStep = lazyRouteComponent(() => import('./second-step.tsx'), 'SecondStep');
