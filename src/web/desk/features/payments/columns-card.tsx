import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { DAY_SHEET_FIELDS } from '../../../../shared/domain/day-sheet.ts';
import {
  type FieldSource,
  faultOfMapping,
  type SheetField,
  type SheetMapping,
  wordsOf,
} from '../../../../shared/domain/sheet-mapping.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import type { Sheet } from './payments.api.ts';
import classes from './post-day.module.css';
import { WordFields } from './word-fields.tsx';

const MADE = ' made';
const NONE = '';

interface ColumnsCardProps {
  sheet: Sheet;
  onDone: () => void;
}

/** Says once what the columns of a source hold, beside values that really stand in them. */
export function ColumnsCard({ sheet, onDone }: ColumnsCardProps) {
  const change = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [name, setName] = useState(sheet.sourceName ?? '');
  const [mapping, setMapping] = useState<SheetMapping>(sheet.mapping ?? {});
  const choose = (field: SheetField, value: string) =>
    setMapping(({ [field.name]: _, ...others }) => {
      const source = sourceOf(field, value);
      return source ? { ...others, [field.name]: source } : others;
    });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const names = sheet.columns.map((column) => column.name);
    const fault =
      name.trim() === '' ? 'Give the source a name.' : faultOfMapping(mapping, DAY_SHEET_FIELDS, names);
    if (fault) return setFailure(fault);
    return run(async () => {
      await change(deskPostingContract.mapSheet, {
        params: { fileId: sheet.fileId },
        body: { name: name.trim(), mapping },
      });
      onDone();
    });
  };
  return (
    <HeadedCard title="Columns" about="Said once, and remembered for files with the same columns">
      <SavingForm isSaving={isPending} className={classes['form']} onSubmit={send}>
        <TextInput
          {...fieldLook}
          label="Name of the source"
          placeholder="Processor’s export"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div className={classes['fields']}>
          {DAY_SHEET_FIELDS.map((field) => {
            const source = mapping[field.name];
            const column = source?.from === 'column' ? source.column : undefined;
            const samples = sheet.columns.find((known) => known.name === column)?.samples ?? [];
            return (
              <div key={field.name}>
                <label className={parts['select']}>
                  {labelOf(field)}
                  <select
                    value={source?.from === 'made' ? MADE : (column ?? NONE)}
                    onChange={({ currentTarget }) => choose(field, currentTarget.value)}
                  >
                    <option value={NONE}>
                      {field.name === 'result' ? 'By the sign of the amount' : 'Not in the file'}
                    </option>
                    {field.madeFrom && <option value={MADE}>Made from date, MID and amount</option>}
                    {sheet.columns.map((known) => (
                      <option key={known.name} value={known.name}>
                        {known.name}
                      </option>
                    ))}
                  </select>
                </label>
                <p className={classes['samples']}>{samples.length > 0 && samples.join(' · ')}</p>
              </div>
            );
          })}
        </div>
        <WordFields mapping={mapping} samplesOf={samplesOf(sheet)} onChange={setMapping} />
        <FormAlert message={failure} />
        <div>
          <Button type="submit" loading={isPending}>
            Check the lines
          </Button>
        </div>
      </SavingForm>
    </HeadedCard>
  );
}

const samplesOf = (sheet: Sheet) => (column: string) =>
  sheet.columns.find(({ name }) => name === column)?.samples ?? [];

const labelOf = ({ label, isRequired }: SheetField) =>
  `${label.charAt(0).toUpperCase()}${label.slice(1)}${isRequired ? '' : ', optional'}`;

function sourceOf(field: SheetField, value: string): FieldSource | null {
  if (value === NONE) return null;
  if (value === MADE) return { from: 'made', of: [...(field.madeFrom ?? [])] };
  return { from: 'column', column: value, ...(field.meanings && { words: wordsOf(field) }) };
}
