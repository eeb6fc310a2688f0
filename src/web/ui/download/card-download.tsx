import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { CallInput } from '../../../shared/contract/wire-request.ts';
import { DownloadButton } from './download-button.tsx';
import { useDownload } from './use-download.ts';

interface CardDownloadProps<E extends Endpoint> {
  /** What the card is about, as in 'Losses downloaded'. */
  name: string;
  endpoint: E;
  input: CallInput<E>;
}

/** The figures of a card as a spreadsheet. */
export function CardDownload<E extends Endpoint>({ name, endpoint, input }: CardDownloadProps<E>) {
  const { state, start, cancel } = useDownload(endpoint, `${name} downloaded`);
  return (
    <DownloadButton
      label="Spreadsheet"
      what="download"
      row="row"
      state={state}
      cancelLabel={`Cancel the download of ${name}`}
      onStart={() => void start(input)}
      onCancel={cancel}
    />
  );
}
