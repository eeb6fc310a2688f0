import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { adviceOn } from '../../../lib/api-error.ts';
import { DownloadProgressBar } from '../../../ui/download/download-progress-bar.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { TableChoice } from '../table/table-choice.ts';
import classes from './export-report.module.css';
import { type ExportView, useExport } from './use-export.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

interface ExportReportProps {
  syndicateId: bigint;
  choice: TableChoice;
  view: ExportView;
}

/** Every row that the table's filters leave, as a spreadsheet. The deals report first asks for its dates. */
export function ExportReport({ syndicateId, choice, view }: ExportReportProps) {
  const { state, start, startAgain, cancel } = useExport(syndicateId, choice, view);
  const [isAsking, setIsAsking] = useState(false);
  const { payoutsFrom, payoutsTo } = choice;
  if (state.is === 'running') {
    const { progress } = state;
    return (
      <DownloadProgressBar
        words={progress ? `Exporting ${countOf(progress.rowCount, 'deal')}` : 'Starting the export'}
        progress={progress}
        cancelLabel="Cancel the export"
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
        onClick={() => (view === undefined ? setIsAsking(true) : start({ payoutsFrom, payoutsTo }))}
      >
        Export Report
      </Button>
      {state.is === 'failed' && (
        <p className={classes['failure']} role="alert">
          The export did not finish. {adviceOn(state.error)}{' '}
          <TextButton onClick={startAgain}>Try again</TextButton>
        </p>
      )}
      {isAsking && (
        <Suspense>
          <ReportDialog
            from={payoutsFrom}
            to={payoutsTo}
            onClose={() => setIsAsking(false)}
            onExport={(dates) => {
              setIsAsking(false);
              start(dates);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
