import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { FactorGuard } from '../../session/factor-guard.tsx';
import { IdleGuard } from '../../session/idle-guard.tsx';
import { SignOutFailure } from '../../session/sign-out-failure.tsx';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { useDeskUser } from '../desk-user.ts';
import { DeskContent } from './desk-content.tsx';
import { DeskLayout, useDeskNav } from './desk-layout.tsx';
import { DeskSearchDialog, useDeskSearchDialog } from './desk-search.tsx';
import { useGoKeys } from './use-go-keys.ts';

/** The layout of every page of the desk. */
export const DeskShell = () => (
  <QueryClientProvider client={queryClient}>
    <Shell />
  </QueryClientProvider>
);

function Shell() {
  const { mustChangePassword } = useSession();
  const user = useDeskUser();
  const signOut = useSignOut();
  const { items, maySearch } = useDeskNav();
  useGoKeys(items);
  const search = useDeskSearchDialog();
  return (
    <>
      <DeskLayout isSigningOut={signOut.isPending} onSignOut={signOut.start} onSearch={search.open}>
        {signOut.failure !== null && <SignOutFailure error={signOut.failure} onRetry={signOut.start} />}
        <DeskContent user={user} mustChangePassword={mustChangePassword} onSignOut={signOut.start} />
      </DeskLayout>
      {maySearch && search.isOpen && <DeskSearchDialog onClose={search.close} />}
      <FactorGuard />
      <IdleGuard isSigningOut={signOut.isPending} onSignOut={signOut.start} />
    </>
  );
}
