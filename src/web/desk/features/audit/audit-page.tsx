import { deskAuditContract } from '../../../../shared/contract/desk-audit.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { DownloadButton } from '../../../ui/download/download-button.tsx';
import { useDownload } from '../../../ui/download/use-download.ts';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { useTrail } from './audit.api.ts';
import { filterOf, useAuditChoice } from './audit-choice.ts';
import { AuditFilters } from './audit-filters.tsx';
import { EventList, EventListSkeleton } from './event-list.tsx';
import { TrailState } from './trail-state.tsx';

/** Who saw or changed what. */
export function AuditPage() {
  usePageTitle('Audit', 'Desk');
  const [choice, choose] = useAuditChoice();
  const trail = useTrail(choice);
  const { state, start, cancel } = useDownload(deskAuditContract.exportTrail, 'The audit trail is saved');
  const events = trail.data?.pages.flat();
  const isChosen = Object.values(choice).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Audit"
        caption="Who saw or changed what. Nothing here can be changed, and each event seals the ones before it. Times are those of New York."
        action={
          <DownloadButton
            label="Download"
            what="download"
            row="event"
            state={state}
            cancelLabel="Cancel the download"
            onStart={() => start({ query: filterOf(choice) })}
            onCancel={cancel}
          />
        }
      />
      <TrailState />
      <AuditFilters choice={choice} onChoose={choose} />
      {trail.isError && !events ? (
        <ErrorState
          title="The audit trail did not load"
          error={trail.error}
          onRetry={() => trail.refetch()}
          isRetrying={trail.isFetching}
        />
      ) : events === undefined ? (
        <EventListSkeleton />
      ) : events.length === 0 ? (
        <EmptyState
          title={isChosen ? 'No event is like that' : 'Nothing has happened yet'}
          reason={
            isChosen
              ? 'Try a longer time, or fewer conditions.'
              : 'What people see and change will be listed here.'
          }
        />
      ) : (
        <>
          <EventList
            events={events}
            onActor={(userId) => choose({ userId })}
            onSubject={(subject) => choose({ subject })}
          />
          <LoadMore
            what="events"
            hasMore={trail.hasNextPage}
            isLoading={trail.isFetchingNextPage}
            error={trail.isFetchNextPageError ? trail.error : null}
            load={() => void trail.fetchNextPage()}
          />
        </>
      )}
    </>
  );
}
