import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { patientChunk } from '../../../lib/code-chunk.ts';
import { DownloadButton } from '../../../ui/download/download-button.tsx';
import type { TableChoice } from '../table/table-choice.ts';
import { type ExportView, useExport } from './use-export.ts';

const ReportDialog = lazyRouteComponent(() => patientChunk(import('./report-dialog.tsx')), 'ReportDialog');

interface ExportReportProps {
  syndicateId: bigint;
  choice: TableChoice;
  view: ExportView;
}

/** Exports every row that matches the table's filters as a spreadsheet. The deals report asks for its dates first. */
export function ExportReport({ syndicateId, choice, view }: ExportReportProps) {
  const { state, start, startAgain, cancel } = useExport(syndicateId, choice, view);
  const [isAsking, setIsAsking] = useState(false);
  const { payoutsFrom, payoutsTo } = choice;
  return (
    <>
      <DownloadButton
        label="Export Report"
        what="export"
        row="deal"
        state={state}
        cancelLabel="Cancel the export"
        onStart={() => (view === undefined ? setIsAsking(true) : start({ payoutsFrom, payoutsTo }))}
        onRetry={startAgain}
        onCancel={cancel}
      />
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
