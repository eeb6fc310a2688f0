import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePageTitle } from '../../page/use-page-title.ts';
import { useSession } from '../../session/use-session.ts';
import { useViewedProfile } from '../../session/use-viewed-profile.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CashOfSyndicate } from './cash-of-syndicate.tsx';
import { CashSkeleton } from './cash-skeleton.tsx';

const route = getRouteApi('/signed-in/cash');

/** What the funder holds for a syndicate and is in no deal, and how it came to be that much. */
export function CashPage() {
  const { tenant } = useSession();
  const { syndicate: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const showOwn = useCallback(
    (ownId: string) => void navigate({ search: (now) => ({ ...now, syndicate: ownId }), replace: true }),
    [navigate],
  );
  const { profile, isOwn, ownId } = useViewedProfile(asked, showOwn);
  usePageTitle('Cash account');
  const syndicate = profile.data?.syndicate;

  return (
    <>
      <PageHeader
        title="Cash account"
        caption={
          syndicate ? (
            `${syndicate.name} · money that ${tenant.name} holds and that is in no deal`
          ) : (
            <Skeleton characters={44} />
          )
        }
        action={
          !isOwn && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} from="/cash" search={(now) => ({ ...now, syndicate: ownId })} />
              )}
            >
              Show my own account
            </Button>
          )
        }
      />
      {profile.isError ? (
        <ErrorState
          title="Your cash account did not load"
          error={profile.error}
          onRetry={() => profile.refetch()}
          isRetrying={profile.isFetching}
        />
      ) : syndicate ? (
        <CashOfSyndicate key={`${syndicate.id}`} syndicateId={syndicate.id} isOwn={isOwn} />
      ) : (
        <CashSkeleton />
      )}
    </>
  );
}
