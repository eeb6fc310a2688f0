import { QueryClientProvider } from '@tanstack/react-query';
import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { patientChunk } from '../../lib/code-chunk.ts';
import { lookingAs } from '../../lib/looking-as.ts';
import { whenTouched } from '../../lib/when-touched.ts';
import { FactorGuard } from '../../session/factor-guard.tsx';
import { IdleGuard } from '../../session/idle-guard.tsx';
import { SignOutFailure } from '../../session/sign-out-failure.tsx';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { SignInScreen } from '../lazy-sign-in-screen.ts';
import { queryClient } from '../query-client.ts';
import { Frame } from './frame.tsx';
import { RequiredPasswordChange } from './required-password-change.tsx';
import { TopBar } from './top-bar.tsx';

/** For staff who look at an investor's portal. */
const LookingBar = lazyRouteComponent(() => patientChunk(import('./looking-bar.tsx')), 'LookingBar');

/** For guests of investors. */
const GuestPages = lazyRouteComponent(() => patientChunk(import('./guest-pages.tsx')), 'GuestPages');

const loadSignIn = () => SignInScreen.preload?.();

/** Somebody without a network is told so by the sign-out itself. */
const LONGEST_WAIT_MS = 1000;

/** The layout of signed-in pages. */
export function AppShell() {
  const { mustChangePassword, tenant } = useSession();
  const signOut = useSignOut();
  const looked = lookingAs();
  useEffect(() => whenTouched(loadSignIn), []);
  const leave = async () => {
    // Otherwise this page would ask on without a session while the sign-in page is loaded.
    await Promise.race([loadSignIn(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
    signOut.start();
  };
  return (
    <QueryClientProvider client={queryClient}>
      <Frame
        above={
          looked && (
            <Suspense>
              <LookingBar as={looked} />
            </Suspense>
          )
        }
        bar={<TopBar isSigningOut={signOut.isPending} onSignOut={leave} />}
      >
        {signOut.failure !== null && <SignOutFailure error={signOut.failure} onRetry={leave} />}
        {mustChangePassword ? (
          <RequiredPasswordChange onSignOut={leave} />
        ) : tenant.isGuest ? (
          <Suspense>
            <GuestPages />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </Frame>
      <FactorGuard />
      <IdleGuard isSigningOut={signOut.isPending} onSignOut={leave} />
    </QueryClientProvider>
  );
}
