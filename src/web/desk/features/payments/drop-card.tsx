import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { putFile } from '../../../lib/upload.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import classes from './post-day.module.css';

/** Takes the day's file, dropped or chosen, and goes on to what it holds. */
export function DropCard() {
  const navigate = useDeskNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [part, setPart] = useState(0);
  const [isOver, setIsOver] = useState(false);
  const { isPending, failure, run } = useAction(messageOf);
  const send = (file: File | undefined) =>
    run(async () => {
      if (!file) return;
      setPart(0);
      const { id: fileId, ...upload } = await call(deskPostingContract.announceSheet, {
        body: { name: file.name, size: file.size },
      });
      await putFile(file, upload, { signal: new AbortController().signal, onProgress: setPart });
      await call(deskPostingContract.sheetUploaded, { params: { fileId } });
      navigate(deskAddress('postDay', { search: { file: fileId } }));
    });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    send(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Files can be chosen with the button as well.
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />
      <p className={classes['dropTitle']}>Drop the day’s file here</p>
      <p className={classes['quiet']}>
        csv or xlsx, as the bank or the processor sends it, up to 20 MB. Nothing is posted before you have
        seen it.
      </p>
      <input
        ref={field}
        type="file"
        className={visuallyHidden}
        aria-label="The day’s file"
        tabIndex={-1}
        accept=".csv,.txt,.xlsx"
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button loading={isPending} onClick={() => field.current?.click()}>
        Choose a file
      </Button>
      <p className={classes['quiet']} role="status">
        {isPending && `Uploading, ${Math.round(part * 100)} %`}
      </p>
      <FormAlert message={failure} />
    </div>
  );
}
