import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { countOf } from '../figure/count.ts';
import { useRestoredFocus } from '../use-restored-focus.ts';
import classes from './download-button.module.css';
import { DownloadFailure } from './download-failure.tsx';
import { DownloadProgressBar } from './download-progress-bar.tsx';
import type { DownloadState } from './use-download.ts';

const GERUNDS = { download: 'Downloading', export: 'Exporting' } as const;

interface DownloadButtonProps {
  label: string;
  what: keyof typeof GERUNDS;
  /** What a row is called, in the singular. */
  row: string;
  state: DownloadState;
  cancelLabel: string;
  onStart: () => void;
  /** Repeats the last download, where starting a new one opens a dialog first. */
  onRetry?: () => void;
  onCancel: () => void;
}

/** Starts a download. Its progress replaces the button while it runs, and an error is shown after it. */
export function DownloadButton(props: DownloadButtonProps) {
  const { label, what, row, state, cancelLabel, onStart, onRetry = onStart, onCancel } = props;
  const place = useRestoredFocus<HTMLDivElement>(state.is);
  if (state.is === 'running') {
    const { progress } = state;
    return (
      <div ref={place} className={classes['place']}>
        <DownloadProgressBar
          words={progress ? `${GERUNDS[what]} ${countOf(progress.rowCount, row)}` : `Starting the ${what}`}
          progress={progress}
          cancelLabel={cancelLabel}
          onCancel={onCancel}
        />
      </div>
    );
  }
  return (
    <div ref={place} className={classes['place']}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        classNames={{ root: classes['button'] ?? '' }}
        onClick={onStart}
      >
        {label}
      </Button>
      {state.is === 'failed' && <DownloadFailure what={what} error={state.error} onRetry={onRetry} />}
    </div>
  );
}
