import { lazyRouteComponent } from '@tanstack/react-router';
import { patientChunk } from '../../lib/code-chunk.ts';

/** Loaded only for users who have a second factor. */
export const SecondStep = lazyRouteComponent(() => patientChunk(import('./second-step.tsx')), 'SecondStep');
