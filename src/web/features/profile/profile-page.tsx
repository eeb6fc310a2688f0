import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { usePortalUser } from '../../app/portal-user.ts';
import { useSession } from '../../app/use-session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { LoginCredentials } from './login-credentials.tsx';
import { ProfileFacts } from './profile-facts.tsx';

interface ProfilePageProps {
  onResetPassword: () => void;
  /** The sections that other features have for it. */
  children: ReactNode;
}

export function ProfilePage({ onResetPassword, children }: ProfilePageProps) {
  const { tenant } = useSession();
  const user = usePortalUser();
  useDocumentTitle(`My Profile · ${PRODUCT_NAME}`);
  return (
    <>
      <PageHeader title="My Profile" />
      <div>
        <Section title="Account" lead="Who you are here, and for whom.">
          {user.isError ? (
            <ErrorState
              title="Your profile did not load"
              error={user.error}
              onRetry={() => user.refetch()}
              isRetrying={user.isFetching}
            />
          ) : (
            <ProfileFacts user={user.data} funder={tenant.name} />
          )}
        </Section>
        <LoginCredentials user={user.data} onReset={onResetPassword} />
        {children}
      </div>
    </>
  );
}
