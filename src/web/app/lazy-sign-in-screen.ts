import { lazyRouteComponent } from '@tanstack/react-router';
import { patientChunk } from '../lib/code-chunk.ts';

/** Loaded with the sign-in page, or by whoever is about to be led there. */
export const SignInScreen = lazyRouteComponent(
  () => patientChunk(import('./sign-in-screen.tsx')),
  'SignInScreen',
);
