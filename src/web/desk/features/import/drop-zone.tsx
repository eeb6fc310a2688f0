import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import classes from './import.module.css';

interface DropZoneProps {
  label: string;
  /** What is being done with the files; null while they can be chosen. */
  busyWith: string | null;
  onFiles: (files: readonly File[]) => void;
}

/** Takes spreadsheets: dropped, or chosen. */
export function DropZone({ label, busyWith, onFiles }: DropZoneProps) {
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
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload size={20} stroke={1.75} aria-hidden="true" />
      <label htmlFor={id} className={classes['dropLabel']}>
        {busyWith ?? label}
      </label>
      <span className={classes['quiet']}>csv or xlsx, as your system exports them, up to 20 MB each</span>
      <input
        id={id}
        type="file"
        multiple
        accept=".csv,.txt,.tsv,.xlsx"
        disabled={busyWith !== null}
        className={classes['fileInput']}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
