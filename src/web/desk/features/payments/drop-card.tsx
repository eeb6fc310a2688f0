import { useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { putFile } from '../../../lib/upload.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';

/** Takes the day's file, dropped or chosen, and goes on to what it holds. */
export function DropCard() {
  const navigate = useDeskNavigate();
  const change = useChange();
  const [part, setPart] = useState(0);
  const { isPending, failure, run } = useAction(messageOf);
  const send = ([file]: readonly File[]) =>
    run(async () => {
      if (!file) return;
      setPart(0);
      const { id: fileId, ...upload } = await call(deskPostingContract.announceSheet, {
        body: { name: file.name, size: file.size },
      });
      await putFile(file, upload, { signal: new AbortController().signal, onProgress: setPart });
      await change(deskPostingContract.sheetUploaded, { params: { fileId } });
      navigate(deskAddress('postDay', { search: { file: fileId } }));
    });
  return (
    <div className={parts['stack']}>
      <FormAlert message={failure} />
      <DropZone
        label="Drop the day’s file here, or choose it"
        hint="csv or xlsx, as the bank or the processor sends it, up to 20 MB. Nothing is posted before you have seen it."
        busyWith={isPending ? `Uploading, ${Math.round(part * 100)} %` : null}
        onFiles={send}
      />
    </div>
  );
}
