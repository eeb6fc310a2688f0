import { IconX } from '@tabler/icons-react';
import type { DownloadProgress } from '../../lib/download.ts';
import { percentOf } from './download-percent.ts';
import classes from './download-progress-bar.module.css';
import { DownloadTrack } from './download-track.tsx';

interface DownloadProgressBarProps {
  words: string;
  progress: DownloadProgress | null;
  cancelLabel: string;
  onCancel: () => void;
}

/** The progress of a download, with a button to cancel it. */
export function DownloadProgressBar({ words, progress, cancelLabel, onCancel }: DownloadProgressBarProps) {
  const percent = percentOf(progress);
  return (
    <div className={classes['progress']}>
      <DownloadTrack label={words} percent={percent} />
      <span className={classes['words']}>
        {words} <span className={classes['percent']}>{percent}%</span>
      </span>
      <button type="button" className={classes['cancel']} aria-label={cancelLabel} onClick={onCancel}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
