import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useCallback } from 'react';
import { usePageTitle } from '../../page/use-page-title.ts';
import { useSession } from '../../session/use-session.ts';
import { useViewedProfile } from '../../session/use-viewed-profile.ts';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSentDocuments } from './documents.api.ts';
import classes from './documents-page.module.css';

const route = getRouteApi('/signed-in/documents');

/** Of which syndicate, and whether it is the reader's own. */
export interface SectionProps {
  syndicateId: bigint;
  isOwn: boolean;
}

interface DocumentsPageProps {
  /** What the page has of a syndicate, in this order. */
  sections: readonly ComponentType<SectionProps>[];
  /** In their place until the syndicate is known. */
  skeleton: ReactNode;
}

/** What the funder has for a syndicate to read and keep. */
export function DocumentsPage({ sections, skeleton }: DocumentsPageProps) {
  const { tenant } = useSession();
  const { syndicate: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const showOwn = useCallback(
    (ownId: string) => void navigate({ search: { syndicate: ownId }, replace: true }),
    [navigate],
  );
  const { profile, isOwn, ownId } = useViewedProfile(asked, showOwn);
  usePageTitle('Documents');
  const syndicate = profile.data?.syndicate;
  // How high their card is decides where the statements are, so nothing is shown before.
  const files = useSentDocuments(syndicate && isOwn ? syndicate.id : null);
  const isWaiting = !syndicate || (isOwn && files.isPending);
  return (
    <>
      <PageHeader
        title="Documents"
        caption={
          syndicate ? (
            `${syndicate.name} · statements and files from ${tenant.name}`
          ) : (
            <Skeleton characters={36} />
          )
        }
        action={
          !isOwn && (
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} from="/documents" search={{ syndicate: ownId }} />}
            >
              Show my own documents
            </Button>
          )
        }
      />
      {profile.isError ? (
        <ErrorState
          title="Your documents did not load"
          error={profile.error}
          onRetry={() => profile.refetch()}
          isRetrying={profile.isFetching}
        />
      ) : (
        <>
          {isWaiting && <div className={classes['sections']}>{skeleton}</div>}
          <div className={classes['sections']} hidden={isWaiting}>
            {syndicate &&
              sections.map((Section) => (
                <Section key={`${Section.name} ${syndicate.id}`} syndicateId={syndicate.id} isOwn={isOwn} />
              ))}
          </div>
        </>
      )}
    </>
  );
}
