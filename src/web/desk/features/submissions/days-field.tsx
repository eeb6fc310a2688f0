import { TextInput } from '@mantine/core';
import { LINK_DAYS } from '../../../../shared/domain/issued-links.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';

interface DaysFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** For how many days a link works. */
export const DaysField = ({ value, onChange }: DaysFieldProps) => (
  <TextInput
    {...fieldLook}
    label="Works for how many days"
    inputMode="numeric"
    maxLength={2}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

export const DEFAULT_DAYS = String(LINK_DAYS.default);

/** Null when what was typed is not a number of days that a link can work. */
export function daysFrom(typed: string): number | null {
  const days = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
  return days >= 1 && days <= LINK_DAYS.max ? days : null;
}

export const DAYS_NEEDED = `Please enter 1 to ${LINK_DAYS.max} days.`;
