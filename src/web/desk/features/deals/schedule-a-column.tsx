import { type ReactNode, useState } from 'react';
import { deskFilesContract } from '../../../../shared/contract/desk-files.ts';
import { DownloadFailure } from '../../../ui/download/download-failure.tsx';
import { useDownload } from '../../../ui/download/use-download.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { Column } from '../../ui/desk-table.tsx';
import type { Deal } from './deals.api.ts';

type Share = Deal['shares'][number];

/** The Schedule A of each share that has one, and what to say where it did not download. */
export function useScheduleA(deal: Deal | undefined): { column: Column<Share>; failure: ReactNode } {
  const [opened, setOpened] = useState<bigint | null>(null);
  const { state, start } = useDownload(deskFilesContract.scheduleA, 'The Schedule A is saved');
  const isRunning = state.is === 'running';
  const open = (syndicateId: bigint) => {
    if (!deal || isRunning) return;
    setOpened(syndicateId);
    void start({ params: { dealId: deal.dealId, syndicateId } });
  };
  const column: Column<Share> = {
    name: 'Schedule A',
    kind: 'action',
    value: ({ syndicateId, syndicateName, hasScheduleA }) =>
      hasScheduleA && (
        <TextButton
          aria-label={`Download the Schedule A of ${syndicateName}`}
          aria-disabled={isRunning}
          onClick={() => open(syndicateId)}
        >
          {isRunning && opened === syndicateId ? 'Downloading' : 'Download'}
        </TextButton>
      ),
  };
  return {
    column,
    failure: state.is === 'failed' && opened !== null && (
      <DownloadFailure what="download" error={state.error} onRetry={() => open(opened)} />
    ),
  };
}
