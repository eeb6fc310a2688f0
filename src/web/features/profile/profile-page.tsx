import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProfileTab } from '../../addresses/profile-search.ts';
import { lookingAs } from '../../lib/looking-as.ts';
import { usePageTitle } from '../../page/use-page-title.ts';
import { type PortalUser, useUserPermissions } from '../../session/portal-user.ts';
import { useIsGuest } from '../../session/use-is-guest.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BankTab } from './bank-tab.tsx';
import { ContactTab } from './contact-tab.tsx';
import { LoginCredentials } from './login-credentials.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import classes from './profile-page.module.css';
import { ProfilePanel, ProfileTabs } from './profile-tabs.tsx';
import { useViewedProfile } from './use-viewed-profile.ts';

const route = getRouteApi('/signed-in/profile');

interface ProfilePageProps {
  onResetPassword: () => void;
  /** The tab Notifications. */
  notifications: ReactNode;
  /** Sections of other features for the tab Login Credentials. */
  children: ReactNode;
  /** The tab Guests, which is a feature of its own. */
  guests: (syndicateId: bigint) => ReactNode;
}

export function ProfilePage({ onResetPassword, notifications, children, guests }: ProfilePageProps) {
  const { tab } = route.useSearch();
  const isGuest = useIsGuest();
  const { profile, isOwn, ownId } = useViewedProfile();
  const user = profile.data;
  usePageTitle('My Profile');

  const shown = useShownTabs({ isOwn, isGuest });
  const open = shown.find((one) => one === tab) ?? shown[0] ?? 'login';
  return (
    <>
      <PageHeader
        title="My Profile"
        caption={<Caption user={user} isOwn={isOwn} />}
        action={
          !isOwn && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} from="/profile" search={(now) => ({ ...now, syndicate: ownId })} />
              )}
            >
              Show my own profile
            </Button>
          )
        }
      />
      <div className={classes['page']}>
        {profile.isError ? (
          <ErrorState
            title="Your profile did not load"
            error={profile.error}
            onRetry={() => profile.refetch()}
            isRetrying={profile.isFetching}
          />
        ) : (
          !isGuest && <ProfileFacts syndicate={user?.syndicate} />
        )}
        <div>
          <ProfileTabs open={open} shown={shown} />
          <ProfilePanel open={open}>
            {open === 'contact' && <ContactTab user={user} canEdit={isOwn} />}
            {open === 'notifications' && notifications}
            {open === 'login' && (
              <>
                <LoginCredentials user={user} onReset={onResetPassword} />
                {children}
              </>
            )}
            {open === 'bank' && (
              <BankTab key={user?.syndicate.id.toString()} syndicate={user?.syndicate} canEdit={isOwn} />
            )}
            {open === 'guests' && user && guests(user.syndicate.id)}
          </ProfilePanel>
        </div>
      </div>
    </>
  );
}

/** The login details of another syndicate's users are not shown, nor its guests. A guest has only an account. */
function useShownTabs({ isOwn, isGuest }: { isOwn: boolean; isGuest: boolean }): readonly ProfileTab[] {
  const managesGuests = useUserPermissions().data?.has('manage-guests') ?? false;
  if (isGuest) return ['login'];
  if (!isOwn) return ['contact', 'bank'];
  // Staff who look at the portal have no choices of their own.
  const own: ProfileTab[] = lookingAs()
    ? ['contact', 'login', 'bank']
    : ['contact', 'notifications', 'login', 'bank'];
  return managesGuests ? [...own, 'guests'] : own;
}

interface CaptionProps {
  user: PortalUser | undefined;
  isOwn: boolean;
}

function Caption({ user, isOwn }: CaptionProps) {
  const { tenant } = useSession();
  if (!user) return <Skeleton characters={36} />;
  if (isOwn) return `${user.email} · ${tenant.name}`;
  return `You are looking at ${user.syndicate.name}. Only its own people can change this.`;
}
