import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Frame } from './frame.tsx';
import { IdleGuard } from './idle-guard.tsx';
import { PasswordDuty } from './password-duty.tsx';
import { queryClient } from './query-client.ts';
import { SignOutFailure } from './sign-out-failure.tsx';
import { TopBar } from './top-bar.tsx';
import { useSession } from './use-session.ts';
import { useSignOut } from './use-sign-out.ts';

/** The layout of signed-in pages. */
export function AppShell() {
  const { mustChangePassword } = useSession();
  const signOut = useSignOut();
  return (
    <QueryClientProvider client={queryClient}>
      <Frame bar={<TopBar isSigningOut={signOut.isPending} onSignOut={signOut.start} />}>
        {signOut.failure !== null && <SignOutFailure error={signOut.failure} onRetry={signOut.start} />}
        {mustChangePassword ? <PasswordDuty onSignOut={signOut.start} /> : <Outlet />}
      </Frame>
      <IdleGuard isSigningOut={signOut.isPending} onSignOut={signOut.start} />
    </QueryClientProvider>
  );
}
