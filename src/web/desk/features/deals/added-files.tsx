import { useEffect, useRef } from 'react';
import { FILE_EXTENSIONS } from '../../../../shared/domain/offer-files.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { type Attachment, useAttachments } from '../../../ui/thread/use-attachments.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import classes from './deals.module.css';
import { useFileCalls } from './files.api.ts';

const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join();

/** The list of the deal's files has it from then on, with the reason if it was refused. */
const isListed = ({ id, state }: Attachment) =>
  state === 'ready' || (state === 'refused' && id !== undefined);

/** Files on their way to the deal. */
export function useAddedFiles(dealId: bigint) {
  const { files, add, remove } = useAttachments(useFileCalls(dealId));
  useEffect(() => {
    for (const file of files) if (isListed(file)) remove(file.key);
  }, [files, remove]);
  return { files, add, remove };
}

/** Chooses files by a field that is not seen, as the button beside it is. */
export function AddFilesButton({ add }: Pick<ReturnType<typeof useAddedFiles>, 'add'>) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        className={visuallyHidden}
        aria-label="Files to add"
        tabIndex={-1}
        multiple
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <TextButton onClick={() => field.current?.click()}>Add files</TextButton>
    </>
  );
}

type FilesOnTheirWayProps = Omit<ReturnType<typeof useAddedFiles>, 'add'>;

/** How far each of them is, and what did not arrive. */
export function FilesOnTheirWay({ files, remove }: FilesOnTheirWayProps) {
  const shown = files.filter((file) => !isListed(file));
  if (shown.length === 0) return null;
  return (
    <ul className={classes['arriving']} aria-label="Files on their way">
      {shown.map(({ key, name, state, part, problem }) => (
        <li key={key}>
          <span className={classes['arrivingName']}>{name}</span>
          <span role="status" data-bad={state === 'refused' || undefined}>
            {state === 'uploading'
              ? `Uploading, ${Math.round(part * 100)} %`
              : state === 'checking'
                ? 'Being checked for viruses'
                : problem}
          </span>
          {state !== 'checking' && (
            <TextButton aria-label={`Remove ${name}`} onClick={() => remove(key)}>
              Remove
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  );
}
