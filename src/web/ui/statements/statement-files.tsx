import type { deskStatementsContract } from '../../../shared/contract/desk-statements.ts';
import type { statementsContract } from '../../../shared/contract/statements.ts';
import { DownloadFailure } from '../download/download-failure.tsx';
import { FileButton } from '../download/file-button.tsx';
import { useDownload } from '../download/use-download.ts';
import classes from './statement-rows.module.css';

/** The calls of the portal, or those of the desk. */
export type StatementCalls = typeof statementsContract | typeof deskStatementsContract;
type FileCall = StatementCalls['statementPdf' | 'statementWorkbook'];

interface StatementFilesProps {
  /** Whose files these are, as in 'October 2026'. */
  name: string;
  syndicateId: bigint;
  statementId: bigint;
  calls: StatementCalls;
}

export const StatementFiles = ({ name, calls, ...params }: StatementFilesProps) => (
  <div className={classes['files']}>
    <StatementFile label="PDF" name={name} call={calls.statementPdf} params={params} />
    <StatementFile label="Spreadsheet" name={name} call={calls.statementWorkbook} params={params} />
  </div>
);

interface StatementFileProps {
  label: string;
  name: string;
  call: FileCall;
  params: { syndicateId: bigint; statementId: bigint };
}

/** Starts a download, and cancels it while it runs. */
function StatementFile({ label, name, call, params }: StatementFileProps) {
  const { state, start, cancel } = useDownload(call, `${label} of ${name} downloaded`);
  const isRunning = state.is === 'running';
  const begin = () => void start({ params });
  return (
    <>
      <FileButton
        aria-label={isRunning ? `Cancel the ${label} of ${name}` : `${label} of ${name}`}
        onClick={isRunning ? cancel : begin}
      >
        {isRunning ? 'Cancel' : label}
      </FileButton>
      {state.is === 'failed' && (
        <div className={classes['failure']}>
          <DownloadFailure what="download" error={state.error} onRetry={begin} />
        </div>
      )}
    </>
  );
}
