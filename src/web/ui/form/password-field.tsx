import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { fieldLook } from './field-look.ts';
import classes from './password-field.module.css';

const LONGEST_PASSWORD = 128;

/** A password with a way to read what one has typed. */
export function PasswordField(props: TextInputProps) {
  const [isShown, setIsShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className={classes['toggle']}
      aria-label={isShown ? 'Hide password' : 'Show password'}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? 'Hide' : 'Show'}
    </button>
  );
  return (
    <TextInput
      {...fieldLook}
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST_PASSWORD}
      rightSection={toggle}
      rightSectionWidth={64}
    />
  );
}
