import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { countOf } from '../figure/count.ts';
import classes from './download-button.module.css';
import { DownloadFailure } from './download-failure.tsx';
import { DownloadProgressBar } from './download-progress-bar.tsx';
import type { DownloadState } from './use-download.ts';

const GERUNDS = { download: 'Downloading', export: 'Exporting' } as const;

interface DownloadButtonProps {
  label: string;
  what: keyof typeof GERUNDS;
  /** What its rows are, in the singular. */
  row: string;
  state: DownloadState;
  cancelLabel: string;
  onStart: () => void;
  /** The same once more, where starting asks something first. */
  onRetry?: () => void;
  onCancel: () => void;
}

/** Starts a download; while it runs, how far it has come stands in the button's place, and what went wrong after it. */
export function DownloadButton(props: DownloadButtonProps) {
  const { label, what, row, state, cancelLabel, onStart, onRetry = onStart, onCancel } = props;
  if (state.is === 'running') {
    const { progress } = state;
    return (
      <DownloadProgressBar
        words={progress ? `${GERUNDS[what]} ${countOf(progress.rowCount, row)}` : `Starting the ${what}`}
        progress={progress}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
      />
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        classNames={{ root: classes['button'] ?? '' }}
        onClick={onStart}
      >
        {label}
      </Button>
      {state.is === 'failed' && <DownloadFailure what={what} error={state.error} onRetry={onRetry} />}
    </>
  );
}
