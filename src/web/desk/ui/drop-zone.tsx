import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import classes from './drop-zone.module.css';

interface DropZoneProps {
  label: string;
  hint: string;
  /** What is being done with the files; null while they can be chosen. */
  busyWith: string | null;
  /** More than one at once. */
  isMultiple?: boolean;
  /** What can be chosen, by the endings of names: spreadsheets unless it says otherwise. */
  accept?: string;
  /** Beside other things of the page. */
  isSmall?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files: dropped, or chosen. */
export function DropZone({
  label,
  hint,
  busyWith,
  isMultiple = false,
  accept = '.csv,.txt,.tsv,.xlsx',
  isSmall = false,
  onFiles,
}: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (busyWith === null) onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The field inside does the same by keyboard.
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      data-small={isSmall || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {!isSmall && <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />}
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <span className={classes['hint']} role="status">
        {busyWith ?? hint}
      </span>
      <input
        id={id}
        type="file"
        multiple={isMultiple}
        accept={accept}
        disabled={busyWith !== null}
        className={classes['field']}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
