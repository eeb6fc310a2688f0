import { useState } from 'react';
import { deskFilesContract } from '../../../../shared/contract/desk-files.ts';
import { formatFileSize } from '../../../../shared/domain/offer-files.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { DownloadFailure } from '../../../ui/download/download-failure.tsx';
import { useDownload } from '../../../ui/download/use-download.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import { AddFilesButton, FilesOnTheirWay, useAddedFiles } from '../../ui/added-files.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { type DealFile, useFiles } from '../../ui/files.api.ts';

const CHIPS = {
  clean: { words: 'Clean', tone: 'good' },
  checking: { words: 'Being checked', tone: 'closed' },
  refused: { words: 'Refused', tone: 'bad' },
} as const;

const COLUMNS: readonly Column<DealFile>[] = [
  {
    name: 'Check',
    value: ({ state, refusal }) => (
      <span>
        <Chip tone={CHIPS[state].tone}>{CHIPS[state].words}</Chip> {refusal}
      </span>
    ),
  },
  { name: 'Size', kind: 'number', value: ({ size }) => formatFileSize(size) },
  { name: 'Came', value: ({ cameAt }) => formatMoment(cameAt) },
];

/** The files of the deal, which only the desk sees. Downloading one is recorded before it begins. */
export function FilesCard({ dealId }: { dealId: bigint }) {
  const files = useFiles(dealId);
  const mayAdd = useMay('change-deals');
  const added = useAddedFiles(dealId);
  const arriving = new Set<DealFile['id'] | undefined>(added.files.map(({ id }) => id));
  const rows = files.data?.filter(({ id }) => !arriving.has(id));
  const { column, failure } = useFileDownload(dealId);
  return (
    <HeadedCard
      title="Files"
      about={files.data && 'Only the desk sees them, and each download is recorded'}
      aside={mayAdd && <AddFilesButton add={added.add} />}
      isPending={files.isPending}
    >
      {failure}
      {files.isError && !files.data ? (
        <CardFailure
          what="The files"
          error={files.error}
          isRetrying={files.isFetching}
          onRetry={() => files.refetch()}
        />
      ) : rows?.length === 0 ? (
        added.files.length === 0 && (
          <NothingInCard title="No files yet">
            Brokers send them with their acceptance, and staff add their own.
          </NothingInCard>
        )
      ) : (
        <DeskTable
          label="Files"
          first="File"
          columns={[...COLUMNS, column]}
          rows={rows}
          keyOf={({ id, name }) => `${id} ${name}`}
          nameOf={({ name }) => name}
          below={({ about }) => about}
          page="deal"
          target={() => null}
          skeletonRows={2}
        />
      )}
      <FilesOnTheirWay files={added.files} remove={added.remove} />
    </HeadedCard>
  );
}

/** The column with the buttons, and what went wrong. Brokers' files are for those who send offers. */
function useFileDownload(dealId: bigint) {
  const mayOpenBrokers = useMay('send-offers');
  const [opened, setOpened] = useState<DealFile['id']>(null);
  const ofBroker = useDownload(deskFilesContract.dealFile, 'The file is saved');
  const ofDesk = useDownload(deskFilesContract.deskFile, 'The file is saved');
  const { state } = typeof opened === 'string' ? ofDesk : ofBroker;
  const isRunning = state.is === 'running';
  const open = (id: bigint | string) => {
    setOpened(id);
    if (typeof id === 'string') void ofDesk.start({ params: { dealId, fileId: id } });
    else void ofBroker.start({ params: { id } });
  };
  const column: Column<DealFile> = {
    name: 'Download',
    kind: 'action',
    value: ({ id, name, state: checked }) =>
      id === null || checked !== 'clean' || (typeof id === 'bigint' && !mayOpenBrokers) ? null : (
        <TextButton
          aria-label={`Download ${name}`}
          aria-disabled={isRunning}
          onClick={isRunning ? undefined : () => open(id)}
        >
          {isRunning && opened === id ? 'Downloading' : 'Download'}
        </TextButton>
      ),
  };
  const failure = state.is === 'failed' && opened !== null && (
    <DownloadFailure what="download" error={state.error} onRetry={() => open(opened)} />
  );
  return { column, failure };
}
