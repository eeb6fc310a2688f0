import { dealPageContract } from '../../../shared/contract/deal-page.ts';
import { DownloadButton } from '../../ui/download/download-button.tsx';
import { useDownload } from '../../ui/download/use-download.ts';

interface ScheduleAButtonProps {
  syndicateId: bigint;
  dealPublicId: string;
}

export function ScheduleAButton(params: ScheduleAButtonProps) {
  const { state, start, cancel } = useDownload(dealPageContract.scheduleA, 'Schedule A downloaded');
  return (
    <DownloadButton
      label="Schedule A"
      what="download"
      row="file"
      state={state}
      cancelLabel="Cancel the download of Schedule A"
      onStart={() => void start({ params })}
      onCancel={cancel}
    />
  );
}
