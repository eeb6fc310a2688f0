import { IconDownload, IconX } from '@tabler/icons-react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { adviceOn } from '../../lib/api-error.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './row-download.module.css';
import { type PayDateOfSyndicate, usePayDateDownload } from './use-pay-date-download.ts';

/** On a row there is room for one small button: it starts the download and, while it runs, gives it up. */
export function RowDownload(day: PayDateOfSyndicate) {
  const { state, start, cancel } = usePayDateDownload(day);
  const date = formatDate(day.payDate);
  const isRunning = state.is === 'running';
  const percent = isRunning ? Math.floor((state.progress?.part ?? 0) * 100) : 0;
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
      {isRunning && (
        <div
          role="progressbar"
          aria-label={`Downloading ${date}`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className={classes['track']}
        >
          <div className={classes['fill']} style={{ inlineSize: `${percent}%` }} />
        </div>
      )}
      {state.is === 'failed' && (
        <p className={classes['failure']} role="alert">
          The download did not finish. {adviceOn(state.error)}{' '}
          <TextButton onClick={start}>Try again</TextButton>
        </p>
      )}
    </>
  );
}
