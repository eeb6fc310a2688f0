import { IconX } from '@tabler/icons-react';
import type { DownloadProgress } from '../../lib/download.ts';
import classes from './download-progress-bar.module.css';

interface DownloadProgressBarProps {
  words: string;
  progress: DownloadProgress | null;
  cancelLabel: string;
  onCancel: () => void;
}

/** How far a download has come, and the way to give it up. */
export function DownloadProgressBar({ words, progress, cancelLabel, onCancel }: DownloadProgressBarProps) {
  const percent = Math.floor((progress?.part ?? 0) * 100);
  return (
    <div className={classes['progress']}>
      <div
        role="progressbar"
        aria-label={words}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classes['track']}
      >
        <div className={classes['fill']} style={{ inlineSize: `${percent}%` }} />
      </div>
      <span className={classes['words']}>
        {words} <span className={classes['percent']}>{percent}%</span>
      </span>
      <button type="button" className={classes['cancel']} aria-label={cancelLabel} onClick={onCancel}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
