import { TextInput } from '@mantine/core';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { DOCUMENT_CATEGORIES } from '../../../../shared/domain/documents.ts';
import { formatFileSize } from '../../../../shared/domain/offer-files.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { Attachment } from '../../../ui/thread/use-attachments.ts';
import parts from '../../ui/page-parts.module.css';
import type { Recipient } from './documents.api.ts';
import { RecipientFields } from './recipient-fields.tsx';
import classes from './send.module.css';
import { problemOf, type TypedDocument } from './typed-document.ts';

interface FileFieldsProps {
  file: Attachment;
  typed: TypedDocument;
  recipients: readonly Recipient[];
  onChange: (change: Partial<TypedDocument>) => void;
  onRemove: () => void;
}

/** A file on its way, and what is said of it. */
export function FileFields({ file, typed, recipients, onChange, onRemove }: FileFieldsProps) {
  const { name, size, state } = file;
  const isRefused = state === 'refused';
  const problem = isRefused ? null : problemOf(typed);
  return (
    <fieldset className={classes['file']} data-refused={isRefused || undefined}>
      <legend className={classes['name']}>{name}</legend>
      <div className={classes['head']}>
        <span className={classes['state']} role="status" data-bad={isRefused || undefined}>
          {formatFileSize(size)} · {stateInWords(file)}
        </span>
        <TextButton aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </TextButton>
      </div>
      {!isRefused && (
        <div className={classes['fields']}>
          <TextInput
            {...fieldLook}
            label="Title"
            maxLength={200}
            value={typed.title}
            onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
          />
          <label className={parts['select']}>
            Category
            <select
              value={typed.category}
              onChange={({ target }) =>
                onChange({
                  category: DOCUMENT_CATEGORIES.find((one) => one === target.value) ?? 'other',
                })
              }
            >
              {DOCUMENT_CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {capitalized(category)}
                </option>
              ))}
            </select>
          </label>
          <TextInput
            {...fieldLook}
            label="Tax year, if any"
            inputMode="numeric"
            maxLength={4}
            value={typed.taxYear}
            onChange={({ currentTarget }) => onChange({ taxYear: currentTarget.value.trim() })}
          />
          <RecipientFields typed={typed} recipients={recipients} onChange={onChange} />
        </div>
      )}
      {problem !== null && <p className={classes['problem']}>{problem}</p>}
    </fieldset>
  );
}

function stateInWords({ state, part, problem }: Attachment): string {
  if (state === 'uploading')
    return part === 0 ? 'Waiting to be uploaded' : `Uploading, ${Math.round(part * 100)} %`;
  if (state === 'checking') return 'Being checked for viruses';
  return state === 'ready' ? 'Checked and clean' : (problem ?? 'It did not arrive.');
}
