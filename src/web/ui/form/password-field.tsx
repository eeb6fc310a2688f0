import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { PASSWORD_MAX_LENGTH } from '../../../shared/domain/password-rules.ts';
import { fieldLook } from './field-look.ts';
import classes from './password-field.module.css';

/** A password field that can show its text. A password that is too long is not truncated, and the form says so. */
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
      {...(props.autoComplete !== 'new-password' && { maxLength: PASSWORD_MAX_LENGTH })}
      rightSection={toggle}
      rightSectionWidth={64}
    />
  );
}
