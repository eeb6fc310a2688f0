import { useState } from 'react';
import { deskFilesContract } from '../../../../shared/contract/desk-files.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { DownloadFailure } from '../../../ui/download/download-failure.tsx';
import { useDownload } from '../../../ui/download/use-download.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { sizeInWords } from '../../ui/size-in-words.ts';
import { type DealFile, useFiles } from './notes.api.ts';

const COLUMNS: readonly Column<DealFile>[] = [
  { name: 'Size', kind: 'number', value: ({ size }) => sizeInWords(size) },
  { name: 'Came', value: ({ sentAt }) => formatMoment(sentAt) },
];

/** The files of the deal. Downloading one is recorded before it begins. */
export function FilesCard({ dealId }: { dealId: bigint }) {
  const files = useFiles(dealId);
  const mayOpen = useMay('send-offers');
  const [opened, setOpened] = useState<bigint | null>(null);
  const { state, start } = useDownload(deskFilesContract.dealFile, 'The file is saved');
  const open = (id: bigint) => {
    setOpened(id);
    void start({ params: { id } });
  };
  const download: Column<DealFile> = {
    name: 'Download',
    kind: 'action',
    value: ({ id, name }) =>
      id === null ? null : (
        <TextButton
          aria-label={`Download ${name}`}
          aria-disabled={state.is === 'running'}
          onClick={state.is === 'running' ? undefined : () => open(id)}
        >
          {state.is === 'running' && opened === id ? 'Downloading' : 'Download'}
        </TextButton>
      ),
  };
  return (
    <HeadedCard
      title="Files"
      about={files.data && files.data.length > 0 && 'Each download is recorded'}
      isPending={files.isPending}
    >
      {state.is === 'failed' && opened !== null && (
        <DownloadFailure what="download" error={state.error} onRetry={() => open(opened)} />
      )}
      {files.isError && !files.data ? (
        <CardFailure
          what="The files"
          error={files.error}
          isRetrying={files.isFetching}
          onRetry={() => files.refetch()}
        />
      ) : files.data?.length === 0 ? (
        <NothingInCard title="No files yet">Brokers send them with their acceptance.</NothingInCard>
      ) : (
        <DeskTable
          label="Files"
          first="File"
          columns={mayOpen ? [...COLUMNS, download] : COLUMNS}
          rows={files.data}
          keyOf={({ id, name }) => `${id} ${name}`}
          nameOf={({ name }) => name}
          below={({ category }) => category ?? 'Without a category'}
          page="deal"
          target={() => null}
        />
      )}
    </HeadedCard>
  );
}
