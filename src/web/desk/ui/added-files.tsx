import { useEffect } from 'react';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { type Attachment, useAttachments } from '../../ui/thread/use-attachments.ts';
import classes from './added-files.module.css';
import { useFileCalls } from './files.api.ts';

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

export const AddFilesButton = ({ add }: Pick<ReturnType<typeof useAddedFiles>, 'add'>) => (
  <ChooseFiles label="Files to add" onFiles={add}>
    Add files
  </ChooseFiles>
);

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
