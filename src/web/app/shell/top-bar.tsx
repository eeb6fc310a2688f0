import { Link } from '@tanstack/react-router';
import { usePortalUser } from '../../session/portal-user.ts';
import { useSession } from '../../session/use-session.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { ColorSchemeMenu } from '../../ui/menu/color-scheme-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NavMenu } from './nav-menu.tsx';
import classes from './top-bar.module.css';

interface TopBarProps {
  isSigningOut: boolean;
  onSignOut: () => void;
}

export function TopBar({ isSigningOut, onSignOut }: TopBarProps) {
  const { tenant } = useSession();
  const user = usePortalUser();
  const usesCash = user.data?.syndicate.usesCashBalance ?? false;
  return (
    <>
      <Link to="/dashboard" className={classes['brand']}>
        <BrandMark size={26} />
        <span className={classes['tenant']}>{tenant.name}</span>
      </Link>
      <nav className={classes['links']} aria-label="Main">
        <Link to="/dashboard" className={classes['link']}>
          Dashboard
        </Link>
        {usesCash && (
          <Link to="/cash" className={classes['link']}>
            Cash
          </Link>
        )}
        <Link to="/documents" className={classes['link']}>
          Documents
        </Link>
        <Link to="/profile" className={classes['link']}>
          My Profile
        </Link>
      </nav>
      <span className={classes['spring']} />
      {!user.isError && (
        <span className={classes['person']}>{user.data?.name ?? <Skeleton characters={12} />}</span>
      )}
      <ColorSchemeMenu />
      <button type="button" className={classes['signOut']} aria-disabled={isSigningOut} onClick={onSignOut}>
        Logout
      </button>
      <div className={classes['narrowOnly']}>
        <NavMenu usesCash={usesCash} userName={user.data?.name} onSignOut={onSignOut} />
      </div>
    </>
  );
}
