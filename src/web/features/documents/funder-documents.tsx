import { useState } from 'react';
import { documentsContract } from '../../../shared/contract/documents.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { capitalized } from '../../../shared/domain/capitalized.ts';
import { formatFileSize } from '../../../shared/domain/offer-files.ts';
import { useSession } from '../../session/use-session.ts';
import { DownloadFailure } from '../../ui/download/download-failure.tsx';
import { FileButton } from '../../ui/download/file-button.tsx';
import { useDownload } from '../../ui/download/use-download.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { LocalDay } from '../../ui/local-day.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type SentDocument, useListAgain, useSentDocuments } from './documents.api.ts';
import classes from './funder-documents.module.css';

/** What the funder has sent to the syndicate: agreements, tax forms, letters. The newest is first. */
export function FunderDocuments({ syndicateId }: { syndicateId: bigint }) {
  const { tenant } = useSession();
  const documents = useSentDocuments(syndicateId);
  const { data } = documents;
  return (
    <HeadedCard
      title={`From ${tenant.name}`}
      about={data && aboutOf(data)}
      aboutLength={16}
      isPending={documents.isPending}
    >
      {documents.isError && !data && (
        <CardFailure
          what="The documents"
          error={documents.error}
          isRetrying={documents.isFetching}
          onRetry={() => documents.refetch()}
        />
      )}
      {data?.documents.length === 0 && (
        <NothingInCard title="Nothing yet">
          Agreements, tax forms and letters for you will be here. We tell you by mail.
        </NothingInCard>
      )}
      {documents.isPending && <LoadingRows />}
      {data && data.documents.length > 0 && <Rows syndicateId={syndicateId} documents={data.documents} />}
    </HeadedCard>
  );
}

function aboutOf({ documents, hasMore }: { documents: readonly SentDocument[]; hasMore: boolean }): string {
  if (documents.length === 0) return '';
  const newCount = documents.filter(({ isNew }) => isNew).length;
  const count = hasMore ? `The newest ${documents.length}` : countOf(documents.length, 'document');
  return newCount === 0 ? count : `${count}, ${newCount} new`;
}

interface RowsProps {
  syndicateId: bigint;
  documents: readonly SentDocument[];
}

function Rows({ syndicateId, documents }: RowsProps) {
  const listAgain = useListAgain();
  const [opened, setOpened] = useState<string | null>(null);
  const { state, start } = useDownload(documentsContract.download, 'Document downloaded');
  const isRunning = state.is === 'running';
  const open = async (documentId: string) => {
    setOpened(documentId);
    await start({ params: { syndicateId, documentId } });
    await listAgain();
  };
  return (
    <ul className={classes['rows']} aria-label="Documents">
      {documents.map((document) => {
        const { id, title, isNew } = document;
        const isThis = opened === id;
        return (
          <li key={id} className={classes['row']}>
            <div className={classes['words']}>
              <p className={classes['title']}>
                {title} {isNew && <Chip tone="watch">New</Chip>}
              </p>
              <About document={document} />
              {isThis && state.is === 'failed' && (
                <DownloadFailure what="download" error={state.error} onRetry={() => void open(id)} />
              )}
            </div>
            <FileButton
              aria-label={`Download ${title}`}
              aria-disabled={isRunning}
              onClick={isRunning ? undefined : () => void open(id)}
            >
              {isThis && isRunning ? 'Downloading' : 'Download'}
            </FileButton>
          </li>
        );
      })}
    </ul>
  );
}

/** 'Tax form 2026 · 11/18/2026 · 120 kB' */
function About({
  document: { category, taxYear, publishedAt, size, expiresOn },
}: {
  document: SentDocument;
}) {
  const kind = `${capitalized(category)}${taxYear === null ? '' : ` ${taxYear}`}`;
  const until = expiresOn === null ? '' : ` · here until ${formatDate(expiresOn)}`;
  return (
    <p className={classes['about']}>
      {kind} · <LocalDay iso={publishedAt} />
      {' · '}
      <span className={classes['size']}>{formatFileSize(size)}</span>
      {until}
    </p>
  );
}

const LoadingRows = () => (
  <div className={classes['rows']}>
    {[28, 22, 34].map((length) => (
      <div key={length} className={classes['row']}>
        <div className={classes['words']}>
          <p className={classes['title']}>
            <Skeleton characters={length} />
          </p>
          <p className={classes['about']}>
            <Skeleton characters={30} />
          </p>
        </div>
      </div>
    ))}
  </div>
);
