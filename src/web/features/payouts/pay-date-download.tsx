import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { adviceOn } from '../../lib/api-error.ts';
import { DownloadProgressBar } from '../../ui/download/download-progress-bar.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './pay-date-download.module.css';
import { type PayDateOfSyndicate, usePayDateDownload } from './use-pay-date-download.ts';

/** Beside the deals that it holds. */
export function PayDateDownload(day: PayDateOfSyndicate) {
  const { state, start, cancel } = usePayDateDownload(day);
  if (state.is === 'running') {
    const { progress } = state;
    return (
      <DownloadProgressBar
        words={progress ? `Downloading ${countOf(progress.rowCount, 'deal')}` : 'Starting the download'}
        progress={progress}
        cancelLabel={`Cancel the download of ${formatDate(day.payDate)}`}
        onCancel={cancel}
      />
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        classNames={{ root: classes['button'] ?? '' }}
        onClick={start}
      >
        Download
      </Button>
      {state.is === 'failed' && (
        <p className={classes['failure']} role="alert">
          The download did not finish. {adviceOn(state.error)}{' '}
          <TextButton onClick={start}>Try again</TextButton>
        </p>
      )}
    </>
  );
}
