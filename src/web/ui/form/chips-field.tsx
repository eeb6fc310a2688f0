import { Pill, PillsInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './chips-field.module.css';
import { fieldLook } from './field-look.ts';

interface ChipsFieldProps {
  label: string;
  description: string;
  values: readonly string[];
  /** The text that is being typed. */
  typed: string;
  error: ReactNode;
  onType: (text: string) => void;
  /** Called when Enter is pressed or the field loses the focus, to turn the text into a chip. */
  onAdd: () => void;
  onRemove: (value: string) => void;
}

/** So that a form that is being saved disables it, as it does a choice. */
const PART_OF_FIELD = { 'data-choice': true };

/** A field for several values. Enter turns the text into a chip. */
export function ChipsField(props: ChipsFieldProps) {
  const { label, description, values, typed, error, onType, onAdd, onRemove } = props;
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.currentTarget.readOnly) return;
    const last = values.at(-1);
    if (event.key === 'Enter' || event.key === ',') {
      // Enter adds a chip and must not submit the form.
      event.preventDefault();
      onAdd();
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) onRemove(last);
  };
  return (
    <PillsInput
      size={fieldLook.size}
      label={label}
      description={description}
      error={error}
      classNames={{ ...fieldLook.classNames, input: classes['input'] ?? '' }}
    >
      <Pill.Group>
        {values.map((value) => (
          <Pill
            key={value}
            size="md"
            withRemoveButton
            onRemove={() => onRemove(value)}
            removeButtonProps={{
              ...PART_OF_FIELD,
              'aria-label': `Remove ${value}`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
            classNames={{ root: classes['chip'] ?? '' }}
          >
            {value}
          </Pill>
        ))}
        <PillsInput.Field
          value={typed}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={onAdd}
        />
      </Pill.Group>
    </PillsInput>
  );
}
