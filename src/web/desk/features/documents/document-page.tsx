import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { deskDocumentsContract } from '../../../../shared/contract/desk-documents.ts';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { formatFileSize } from '../../../../shared/domain/offer-files.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { DownloadFailure } from '../../../ui/download/download-failure.tsx';
import { useDownload } from '../../../ui/download/use-download.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { PageFailure } from '../../ui/page-failure.tsx';
import parts from '../../ui/page-parts.module.css';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { lastDayOf, recipientsOf, StateChip, titleOf } from './document-words.tsx';
import { type OpenedDocument, useDocument } from './documents.api.ts';
import { OpeningsCard } from './openings-card.tsx';

/** One document: what is said of it, whom it was sent to, and who has opened it. */
export function DocumentPage() {
  const { documentId = '' } = useParams({ strict: false }) as { documentId?: string };
  const document = useDocument(documentId);
  const { data } = document;
  usePageTitle(data ? titleOf(data) : 'Document', 'Desk');
  return (
    <>
      <DeskLink page="documents" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Documents
      </DeskLink>
      {document.isError && !data ? (
        <PageFailure
          what="document"
          error={document.error}
          onRetry={() => document.refetch()}
          isRetrying={document.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: titleOf(data) })}
            marks={data && <StateChip state={data.state} />}
            caption={data ? captionOf(data) : <Skeleton characters={40} />}
            action={data && <Actions document={data} />}
          />
          <div className={parts['stack']}>
            <Facts document={data} />
            {data?.publishedAt !== null && <OpeningsCard document={data} />}
          </div>
        </>
      )}
    </>
  );
}

function captionOf(document: OpenedDocument): string {
  const { refusal, category, taxYear, publishedAt } = document;
  if (refusal !== null) return refusal;
  if (publishedAt === null || category === null)
    return 'It is not published. What nobody publishes is deleted after a day.';
  return `${capitalized(category)}${taxYear === null ? '' : ` ${taxYear}`} · ${recipientsOf(document)}`;
}

function Actions({ document }: { document: OpenedDocument }) {
  const { id: documentId, state } = document;
  const maySend = useMay('prepare-payouts');
  const change = useChange();
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const { state: saving, start } = useDownload(deskDocumentsContract.file, 'The file is saved');
  const save = () => void start({ params: { documentId } });
  const isClean = state !== 'checking' && state !== 'refused';
  const isOut = state === 'published' || state === 'expired';
  return (
    <div className={parts['actions']}>
      {saving.is === 'failed' && <DownloadFailure what="download" error={saving.error} onRetry={save} />}
      {isClean && (
        <Button variant="default" loading={saving.is === 'running'} onClick={save}>
          Download
        </Button>
      )}
      {maySend && isOut && (
        <Button variant="default" onClick={() => setIsWithdrawing(true)}>
          Withdraw
        </Button>
      )}
      {isWithdrawing && (
        <ReasonDialog
          title="Withdraw this document?"
          lead="From then on no investor sees it, and it cannot be published again. Whoever has downloaded it keeps the file."
          description="It is kept with the document and in the audit trail. Investors do not see it."
          needed="Please say why."
          askLabel="Withdraw"
          onAsk={async (reason) => {
            await change(deskDocumentsContract.withdraw, { params: { documentId }, body: { reason } });
            setIsWithdrawing(false);
          }}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </div>
  );
}

const BY_SYSTEM = 'a system or a command';
const FACTS = ['File', 'Uploaded', 'Published', 'Last day'] as const;

function Facts({ document }: { document: OpenedDocument | undefined }) {
  const withdrawn = document && withdrawalOf(document);
  return (
    <HeadedCard title="Document" {...(document && { about: withdrawn ?? '' })} isPending={!document}>
      <FactGrid names={FACTS} values={document && factsOf(document)} />
    </HeadedCard>
  );
}

const factsOf = (document: OpenedDocument) => ({
  File: `${document.name}, ${formatFileSize(document.size)}`,
  Uploaded: byWhom(document.uploadedAt, document.uploadedBy),
  Published: document.publishedAt === null ? 'Not yet' : byWhom(document.publishedAt, document.publishedBy),
  'Last day': lastDayOf(document) ?? 'None',
});

const byWhom = (moment: string, name: string | null): string =>
  `${formatMoment(moment)} by ${name ?? BY_SYSTEM}`;

/** Null unless it was withdrawn. */
const withdrawalOf = ({ withdrawnAt, withdrawnBy, withdrawalReason }: OpenedDocument): string | null =>
  withdrawnAt === null ? null : `Withdrawn ${byWhom(withdrawnAt, withdrawnBy)}: ${withdrawalReason}`;
