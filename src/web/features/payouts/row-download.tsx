import { IconDownload, IconX } from '@tabler/icons-react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { DownloadFailure } from '../../ui/download/download-failure.tsx';
import { percentOf } from '../../ui/download/download-percent.ts';
import { DownloadTrack } from '../../ui/download/download-track.tsx';
import classes from './row-download.module.css';
import { type PayDateOfSyndicate, usePayDateDownload } from './use-pay-date-download.ts';

/** A row has room for one small button, which starts the download and cancels it while it runs. */
export function RowDownload(day: PayDateOfSyndicate) {
  const { state, start, cancel } = usePayDateDownload(day);
  const date = formatDate(day.payDate);
  const isRunning = state.is === 'running';
  const label = isRunning ? `Cancel the download of ${date}` : `Download ${date}`;
  return (
    <>
      <button
        type="button"
        className={classes['button']}
        aria-label={label}
        title={label}
        onClick={isRunning ? cancel : start}
      >
        {isRunning ? (
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        )}
      </button>
      {isRunning && <DownloadTrack label={`Downloading ${date}`} percent={percentOf(state.progress)} />}
      {state.is === 'failed' && (
        <div className={classes['failure']}>
          <DownloadFailure what="download" error={state.error} onRetry={start} />
        </div>
      )}
    </>
  );
}
