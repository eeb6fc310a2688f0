import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { DownloadButton } from '../../ui/download/download-button.tsx';
import { type PayDateOfSyndicate, usePayDateDownload } from './use-pay-date-download.ts';

/** The button beside the deals that the download contains. */
export function PayDateDownload(day: PayDateOfSyndicate) {
  const { state, start, cancel } = usePayDateDownload(day);
  return (
    <DownloadButton
      label="Download"
      what="download"
      row="deal"
      state={state}
      cancelLabel={`Cancel the download of ${formatDate(day.payDate)}`}
      onStart={start}
      onCancel={cancel}
    />
  );
}
