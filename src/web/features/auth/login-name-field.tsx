import { TextInput } from '@mantine/core';
import { shortenMask } from '../../../shared/domain/masked-email.ts';
import { fieldLook } from '../../ui/form/field-look.ts';
import { TextButton } from '../../ui/text-button.tsx';

const LONGEST_LOGIN_NAME = 254;
const LABEL = 'E-mail or username';

interface LoginNameFieldProps {
  defaultName: string;
  remembered: { isAsking: boolean; email: string | null };
  error: string | undefined;
  onChange: () => void;
  onNotYou: () => void;
}

/** Typed by the visitor, or read-only and masked where the server remembers the user. */
export function LoginNameField({ defaultName, remembered, error, onChange, onNotYou }: LoginNameFieldProps) {
  if (remembered.isAsking || remembered.email !== null) {
    return (
      <TextInput
        {...fieldLook}
        key="remembered"
        label={LABEL}
        value={shortenMask(remembered.email ?? '')}
        readOnly
        autoComplete="off"
        rightSection={remembered.email !== null && <TextButton onClick={onNotYou}>Not you?</TextButton>}
        rightSectionWidth={84}
      />
    );
  }
  return (
    <TextInput
      {...fieldLook}
      key="typed"
      name="loginName"
      label={LABEL}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST_LOGIN_NAME}
      defaultValue={defaultName}
      error={error}
      onChange={onChange}
    />
  );
}
