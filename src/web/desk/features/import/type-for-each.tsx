import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../../ui/figure/count.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import classes from './import.module.css';
import type { Problem } from './imports.api.ts';

export type TypedForEach = readonly (readonly [value: string, text: string])[];

interface TypeForEachProps {
  label: string;
  values: Problem['values'];
  isOpen: boolean;
  onSave: (typed: TypedForEach) => void;
  /** Keeps what a value shares with somebody else. */
  onShare: (shared: TypedForEach) => void;
}

/** A field for each value, because one for all would be wrong. What somebody else has too is kept only where somebody says so. */
export function TypeForEach({ label, values, isOpen, onSave, onShare }: TypeForEachProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const typed = values.flatMap(({ value }) => {
    const text = texts[value]?.trim() ?? '';
    return text === '' ? [] : [[value, text] as const];
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.length > 0) onSave(typed);
      }}
    >
      <ul className={classes['values']}>
        {values.map(({ value, count, lines, suggested: [given] = [], about }) => (
          <li key={value} className={classes['each']}>
            <TextInput
              {...fieldLook}
              className={classes['typed']}
              label={value}
              aria-label={`${label} of ${value}`}
              description={count > 1 ? countOf(count, 'row') : `row ${lines[0]}`}
              placeholder={label}
              maxLength={200}
              disabled={!isOpen}
              value={texts[value] ?? ''}
              error={about}
              onChange={({ currentTarget }) => setTexts({ ...texts, [value]: currentTarget.value })}
            />
            {given !== undefined && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Share address of ${value}`}
                disabled={!isOpen}
                onClick={() => onShare([[value, given]])}
              >
                Share address
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        className={classes['saveEach']}
        type="submit"
        variant="default"
        disabled={!isOpen || typed.length === 0}
      >
        {typed.length === 0 ? 'Save addresses' : `Save ${countOf(typed.length, 'address', 'addresses')}`}
      </Button>
    </form>
  );
}
