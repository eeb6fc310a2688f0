import type { ReactNode } from 'react';
import { useSession } from '../../session/use-session.ts';
import { ColorSchemeMenu } from '../../ui/menu/color-scheme-menu.tsx';
import { useDeskUser } from '../desk-user.ts';
import { DeskBrand } from './desk-brand.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { DeskMenu } from './desk-menu.tsx';
import { NAV } from './desk-nav.ts';
import { DeskPerson } from './desk-person.tsx';
import { SearchButton, SearchIconButton } from './desk-search.tsx';
import classes from './desk-shell.module.css';
import { NavList } from './nav-list.tsx';

/** Where whoever is signed in may go, and whether they may search. */
export function useDeskNav() {
  const { mustChangePassword } = useSession();
  const permissions = useDeskUser().data?.permissions ?? [];
  return {
    items: NAV.filter(({ needs }) => permissions.includes(needs)),
    maySearch: permissions.includes('view-desk') && !mustChangePassword,
  };
}

interface DeskLayoutProps {
  isSigningOut: boolean;
  onSignOut: () => void;
  onSearch: () => void;
  children: ReactNode;
}

/** What stands around every page of the desk, also of one that the server renders. */
export function DeskLayout({ isSigningOut, onSignOut, onSearch, children }: DeskLayoutProps) {
  const { tenant } = useSession();
  const user = useDeskUser();
  const { items, maySearch } = useDeskNav();
  const brand = <DeskBrand name={tenant.name} />;
  const side = (
    <>
      {brand}
      {maySearch && <SearchButton onOpen={onSearch} />}
      <nav aria-label="Desk" className={classes['nav']}>
        <NavList items={items} />
      </nav>
      <DeskPerson user={user.data} isSigningOut={isSigningOut} onSignOut={onSignOut} />
    </>
  );
  const bar = (
    <>
      {brand}
      <span className={classes['spring']} />
      {maySearch && <SearchIconButton onOpen={onSearch} />}
      <ColorSchemeMenu />
      <DeskMenu items={items} userName={user.data?.name} onSignOut={onSignOut} />
    </>
  );
  return (
    <DeskFrame side={side} bar={bar}>
      {children}
    </DeskFrame>
  );
}
