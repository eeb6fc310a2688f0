import { useDocumentTitle } from '@mantine/hooks';
import { PRODUCT_NAME } from '../../app/brand.ts';
import { usePortalUser } from '../../app/portal-user.ts';
import { useSession } from '../../app/use-session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProfileFacts } from './profile-facts.tsx';

export function ProfilePage() {
  const { tenant } = useSession();
  const user = usePortalUser();
  useDocumentTitle(`My Profile · ${PRODUCT_NAME}`);
  return (
    <>
      <PageHeader title="My Profile" />
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
    </>
  );
}
