import { lazyRouteComponent } from '@tanstack/react-router';
import { SignInPage } from '../features/auth/sign-in-page.tsx';
import { patientChunk } from '../lib/code-chunk.ts';

// Few visitors have forgotten their password, so nobody else waits for the dialog's code.
const ResetDialog = lazyRouteComponent(
  () => patientChunk(import('../features/passwords/reset-dialog.tsx')),
  'ResetDialog',
);

/** The sign-in page, with the dialog that asks for a new password. */
export const SignInScreen = () => <SignInPage ResetDialog={ResetDialog} />;
