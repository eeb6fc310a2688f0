import { useState } from 'react';
import { deskFilesContract } from '../../../../shared/contract/desk-files.ts';
import { formatFileSize } from '../../../../shared/domain/offer-files.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { DownloadFailure } from '../../../ui/download/download-failure.tsx';
import { useDownload } from '../../../ui/download/use-download.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { FileChip } from './submission-words.tsx';
import { type BrokerFile, useBrokerFiles } from './submissions.api.ts';

const COLUMNS: readonly Column<BrokerFile>[] = [
  { name: 'Check', value: ({ state, refusal }) => <Check state={state} refusal={refusal} /> },
  { name: 'Size', kind: 'number', value: ({ size }) => formatFileSize(size) },
  { name: 'Came', value: ({ sentAt }) => formatMoment(sentAt) },
];

const Check = ({ state, refusal }: Pick<BrokerFile, 'state' | 'refusal'>) => (
  <span>
    <FileChip state={state} /> {refusal}
  </span>
);

/** The broker's files. Downloading one is recorded before it begins. */
export function FilesCard({ offerId }: { offerId: bigint }) {
  const files = useBrokerFiles(offerId);
  const mayOpen = useMay('send-offers');
  const [opened, setOpened] = useState<bigint | null>(null);
  const { state, start } = useDownload(deskFilesContract.dealFile, 'The file is saved');
  const open = (id: bigint) => {
    setOpened(id);
    void start({ params: { id } });
  };
  const columns: Column<BrokerFile>[] = [
    ...COLUMNS,
    ...(mayOpen
      ? [
          {
            name: 'Download',
            kind: 'action' as const,
            value: ({ id, name }: BrokerFile) =>
              id === null ? null : (
                <TextButton
                  aria-label={`${state.is === 'running' && opened === id ? 'Downloading' : 'Download'} ${name}`}
                  aria-disabled={state.is === 'running'}
                  onClick={state.is === 'running' ? undefined : () => open(id)}
                >
                  {state.is === 'running' && opened === id ? 'Downloading' : 'Download'}
                </TextButton>
              ),
          },
        ]
      : []),
  ];
  return (
    <HeadedCard
      title="Files from the broker"
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
        <NothingInCard title="No files yet">The broker sends them with the acceptance.</NothingInCard>
      ) : (
        <DeskTable
          label="Files from the broker"
          skeletonRows={1}
          first="File"
          columns={columns}
          rows={files.data}
          keyOf={({ id, name, sentAt }) => `${id ?? name} ${sentAt}`}
          nameOf={({ name }) => name}
          below={({ category }) => category ?? 'Without a category'}
          page="submission"
          target={() => null}
        />
      )}
    </HeadedCard>
  );
}
