import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { adviceOn } from '../../lib/api-error.ts';
import type { DownloadProgress } from '../../lib/download.ts';
import { countOf } from '../../ui/count.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './export-report.module.css';
import type { TableChoice } from './table-choice.ts';
import { type ExportView, useExport } from './use-export.ts';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

interface ExportReportProps {
  syndicateId: bigint;
  choice: TableChoice;
  view: ExportView;
}

/** Every row that the table's filters leave, as a spreadsheet. The deals report first asks for its dates. */
export function ExportReport({ syndicateId, choice, view }: ExportReportProps) {
  const { state, start, cancel } = useExport(syndicateId, choice, view);
  const [isAsking, setIsAsking] = useState(false);
  const { payoutsFrom, payoutsTo } = choice;
  if (state.is === 'running') return <Progress progress={state.progress} onCancel={cancel} />;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        classNames={{ root: classes['button'] ?? '' }}
        onClick={() => (view === undefined ? setIsAsking(true) : void start({ payoutsFrom, payoutsTo }))}
      >
        Export Report
      </Button>
      {state.is === 'failed' && (
        <p className={classes['failure']} role="alert">
          The export did not finish. {adviceOn(state.error)}{' '}
          <TextButton onClick={() => void start(state.dates)}>Try again</TextButton>
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
              void start(dates);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface ProgressProps {
  progress: DownloadProgress | null;
  onCancel: () => void;
}

function Progress({ progress, onCancel }: ProgressProps) {
  const percent = Math.floor((progress?.part ?? 0) * 100);
  const words = progress ? `Exporting ${countOf(progress.rowCount, 'deal')}` : 'Starting the export';
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
      <button type="button" className={classes['cancel']} aria-label="Cancel the export" onClick={onCancel}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
