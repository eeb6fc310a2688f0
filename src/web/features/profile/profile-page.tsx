import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../page/use-page-title.ts';
import type { PortalUser } from '../../session/portal-user.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BankTab } from './bank-tab.tsx';
import { ContactTab } from './contact-tab.tsx';
import { LoginCredentials } from './login-credentials.tsx';
import { ProfileFacts } from './profile-facts.tsx';
import classes from './profile-page.module.css';
import { isShown, ProfilePanel, ProfileTabs } from './profile-tabs.tsx';
import { useViewedProfile } from './use-viewed-profile.ts';

const route = getRouteApi('/signed-in/profile');

interface ProfilePageProps {
  onResetPassword: () => void;
  /** The tab Notifications. */
  notifications: ReactNode;
  /** Sections of other features for the tab Login Credentials. */
  children: ReactNode;
}

export function ProfilePage({ onResetPassword, notifications, children }: ProfilePageProps) {
  const { tab = 'contact' } = route.useSearch();
  const { profile, isOwn, ownId } = useViewedProfile();
  const user = profile.data;
  usePageTitle('My Profile');

  const open = isShown(tab, isOwn) ? tab : 'contact';
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
          <ProfileFacts syndicate={user?.syndicate} />
        )}
        <div>
          <ProfileTabs open={open} isOwn={isOwn} />
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
          </ProfilePanel>
        </div>
      </div>
    </>
  );
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
