import { IconPaperclip } from '@tabler/icons-react';
import { MAX_FILES_PER_MESSAGE } from '../../../shared/domain/message-files.ts';
import { formatFileSize } from '../../../shared/domain/offer-files.ts';
import { ChooseFiles } from '../form/choose-files.tsx';
import { TextButton } from '../text-button.tsx';
import classes from './attachments.module.css';
import type { Attachment, useAttachments } from './use-attachments.ts';

interface AttachmentsProps {
  attachments: ReturnType<typeof useAttachments>;
}

/** Chooses files to send along, and says how each of them stands. */
export function Attachments({ attachments: { files, add, remove } }: AttachmentsProps) {
  return (
    <div className={classes['attachments']}>
      {files.length > 0 && (
        <ul className={classes['list']} aria-label="Files to send along">
          {files.map((file) => (
            <li key={file.key} className={classes['file']}>
              <span className={classes['name']}>{file.name}</span>
              <span
                className={classes['state']}
                data-bad={file.state === 'refused' || undefined}
                role="status"
              >
                {stateOf(file)}
              </span>
              <TextButton aria-label={`Remove ${file.name}`} onClick={() => remove(file.key)}>
                Remove
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      <ChooseFiles label="Files" isDisabled={files.length >= MAX_FILES_PER_MESSAGE} onFiles={add}>
        <IconPaperclip size={15} stroke={1.75} aria-hidden="true" /> Attach files
      </ChooseFiles>
    </div>
  );
}

function stateOf({ state, part, problem, size }: Attachment): string {
  if (state === 'uploading') return `Uploading, ${Math.round(part * 100)} %`;
  if (state === 'checking') return 'Being checked for viruses';
  return state === 'ready' ? formatFileSize(size) : (problem ?? 'Refused');
}
