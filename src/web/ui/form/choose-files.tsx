import { type ReactNode, useRef } from 'react';
import { FILE_EXTENSIONS } from '../../../shared/domain/offer-files.ts';
import { TextButton } from '../text-button.tsx';
import { visuallyHidden } from '../visually-hidden.ts';

const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join();

interface ChooseFilesProps {
  /** What the field is for, where it is spoken. */
  label: string;
  isDisabled?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that chooses files, by a field that is not seen. */
export function ChooseFiles({ label, isDisabled = false, onFiles, children }: ChooseFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        className={visuallyHidden}
        aria-label={label}
        tabIndex={-1}
        multiple
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      <TextButton disabled={isDisabled} onClick={() => field.current?.click()}>
        {children}
      </TextButton>
    </>
  );
}
