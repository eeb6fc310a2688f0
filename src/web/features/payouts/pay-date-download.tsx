import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { adviceOn } from '../../lib/api-error.ts';
import { countOf } from '../../ui/count.ts';
import { DownloadProgressBar } from '../../ui/download-progress-bar.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import classes from './pay-date-download.module.css';
import { type PayDateOfSyndicate, usePayDateDownload } from './use-pay-date-download.ts';

/** Beside the deals that it holds. */
export function PayDateDownload(day: PayDateOfSyndicate) {
  const { state, start, cancel } = usePayDateDownload(day);
  const place = useFocusKept<HTMLDivElement>(state.is);
  if (state.is === 'running') {
    const { progress } = state;
    return (
      <div ref={place} className={classes['place']}>
        <DownloadProgressBar
          words={progress ? `Downloading ${countOf(progress.rowCount, 'deal')}` : 'Starting the download'}
          progress={progress}
          cancelLabel={`Cancel the download of ${formatDate(day.payDate)}`}
          onCancel={cancel}
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
    </div>
  );
}
