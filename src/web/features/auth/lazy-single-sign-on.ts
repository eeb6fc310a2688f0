import { lazyRouteComponent } from '@tanstack/react-router';
import { patientChunk } from '../../lib/code-chunk.ts';

/** Loaded only where somebody may sign in at their company, or comes from there. */
export const SingleSignOn = lazyRouteComponent(
  () => patientChunk(import('./single-sign-on.tsx')),
  'SingleSignOn',
);
