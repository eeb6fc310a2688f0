import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { FactorGuard } from '../../session/factor-guard.tsx';
import { IdleGuard } from '../../session/idle-guard.tsx';
import { SignOutFailure } from '../../session/sign-out-failure.tsx';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { queryClient } from '../query-client.ts';
import { Frame } from './frame.tsx';
import { RequiredPasswordChange } from './required-password-change.tsx';
import { TopBar } from './top-bar.tsx';

/** The layout of signed-in pages. */
export function AppShell() {
  const { mustChangePassword } = useSession();
  const signOut = useSignOut();
  return (
    <QueryClientProvider client={queryClient}>
      <Frame bar={<TopBar isSigningOut={signOut.isPending} onSignOut={signOut.start} />}>
        {signOut.failure !== null && <SignOutFailure error={signOut.failure} onRetry={signOut.start} />}
        {mustChangePassword ? <RequiredPasswordChange onSignOut={signOut.start} /> : <Outlet />}
      </Frame>
      <FactorGuard />
      <IdleGuard isSigningOut={signOut.isPending} onSignOut={signOut.start} />
    </QueryClientProvider>
  );
}
