import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../../app/query-client.ts';
import { RequiredPasswordChange } from '../../app/shell/required-password-change.tsx';
import { FactorGuard } from '../../session/factor-guard.tsx';
import { IdleGuard } from '../../session/idle-guard.tsx';
import { SignOutFailure } from '../../session/sign-out-failure.tsx';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { ColorSchemeMenu } from '../../ui/menu/color-scheme-menu.tsx';
import { useDeskUser } from '../desk-user.ts';
import { DeskBrand } from './desk-brand.tsx';
import { DeskContent } from './desk-content.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { DeskMenu } from './desk-menu.tsx';
import { NAV } from './desk-nav.ts';
import { DeskPerson } from './desk-person.tsx';
import { DeskSearchDialog, SearchButton, SearchIconButton, useDeskSearchDialog } from './desk-search.tsx';
import classes from './desk-shell.module.css';
import { NavList } from './nav-list.tsx';
import { useGoKeys } from './use-go-keys.ts';

/** The layout of every page of the desk. */
export const DeskShell = () => (
  <QueryClientProvider client={queryClient}>
    <Shell />
  </QueryClientProvider>
);

function Shell() {
  const { tenant, mustChangePassword } = useSession();
  const user = useDeskUser();
  const signOut = useSignOut();
  const permissions = user.data?.permissions ?? [];
  const items = NAV.filter(({ needs }) => permissions.includes(needs));
  useGoKeys(items);
  const search = useDeskSearchDialog();
  const maySearch = permissions.includes('view-desk') && !mustChangePassword;
  const brand = <DeskBrand name={tenant.name} />;
  const side = (
    <>
      {brand}
      {maySearch && <SearchButton onOpen={search.open} />}
      <nav aria-label="Desk" className={classes['nav']}>
        <NavList items={items} />
      </nav>
      <DeskPerson user={user.data} isSigningOut={signOut.isPending} onSignOut={signOut.start} />
    </>
  );
  const bar = (
    <>
      {brand}
      <span className={classes['spring']} />
      {maySearch && <SearchIconButton onOpen={search.open} />}
      <ColorSchemeMenu />
      <DeskMenu items={items} userName={user.data?.name} onSignOut={signOut.start} />
    </>
  );
  return (
    <>
      <DeskFrame side={side} bar={bar}>
        {signOut.failure !== null && <SignOutFailure error={signOut.failure} onRetry={signOut.start} />}
        {mustChangePassword ? (
          <RequiredPasswordChange onSignOut={signOut.start} />
        ) : (
          <DeskContent user={user} />
        )}
      </DeskFrame>
      {maySearch && search.isOpen && <DeskSearchDialog onClose={search.close} />}
      <FactorGuard />
      <IdleGuard isSigningOut={signOut.isPending} onSignOut={signOut.start} />
    </>
  );
}
