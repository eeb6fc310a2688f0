import type { deskContract } from '../../../shared/contract/desk.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { capitalized } from '../../../shared/domain/capitalized.ts';
import { ColorSchemeMenu } from '../../ui/menu/color-scheme-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { DeskLink } from '../desk-link.tsx';
import classes from './desk-person.module.css';

interface DeskPersonProps {
  user: Output<typeof deskContract.deskUser> | undefined;
  isSigningOut: boolean;
  onSignOut: () => void;
}

/** Who is signed in, at the foot of the navigation. */
export const DeskPerson = ({ user, isSigningOut, onSignOut }: DeskPersonProps) => (
  <div className={classes['person']}>
    <div className={classes['line']}>
      <DeskLink page="account" className={classes['name']} aria-label={user ? undefined : 'My account'}>
        {user?.name ?? <Skeleton characters={12} />}
      </DeskLink>
      <ColorSchemeMenu />
    </div>
    <div className={classes['line']}>
      <span className={classes['role']}>{user ? capitalized(user.role) : <Skeleton characters={10} />}</span>
      <TextButton aria-disabled={isSigningOut} onClick={onSignOut}>
        Logout
      </TextButton>
    </div>
  </div>
);
