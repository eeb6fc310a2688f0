import { NativeSelect, TextInput } from '@mantine/core';
import { AUDIT_ACTIONS, type AuditAction } from '../../../../shared/contract/audit-actions.ts';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './audit.module.css';
import type { AuditChoice } from './audit-choice.ts';

interface AuditFiltersProps {
  choice: AuditChoice;
  onChoose: (change: Partial<AuditChoice>) => void;
}

const ACTIONS = [{ value: '', label: 'Everything' }, ...AUDIT_ACTIONS.toSorted().map(named)];

function named(action: AuditAction) {
  return { value: action, label: capitalized(action) };
}

/** Written text counts when the field is left or Enter is pressed. */
export function AuditFilters({ choice, onChoose }: AuditFiltersProps) {
  const isChosen = Object.values(choice).some((value) => value !== undefined);
  const enter = (value: string) => {
    if (value.trim() !== (choice.subject ?? '')) onChoose({ subject: value.trim() || undefined });
  };
  const dayField = (name: 'from' | 'to', label: string) => (
    <TextInput
      {...fieldLook}
      type="date"
      label={label}
      value={choice[name] ?? ''}
      onChange={(event) => onChoose({ [name]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <search aria-label="Events" className={classes['filters']}>
      {dayField('from', 'From')}
      {dayField('to', 'To')}
      <NativeSelect
        {...fieldLook}
        label="What"
        data={ACTIONS}
        value={choice.action ?? ''}
        onChange={(event) =>
          onChoose({ action: AUDIT_ACTIONS.find((one) => one === event.currentTarget.value) })
        }
      />
      <TextInput
        {...fieldLook}
        // Another choice, such as a subject that was pressed in the list, is shown at once.
        key={choice.subject ?? ''}
        label="About"
        placeholder="deal 12, user 7 …"
        defaultValue={choice.subject ?? ''}
        onBlur={(event) => enter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') enter(event.currentTarget.value);
        }}
      />
      {isChosen && (
        <div className={classes['clear']}>
          <TextButton
            onClick={() =>
              onChoose({
                from: undefined,
                to: undefined,
                userId: undefined,
                action: undefined,
                subject: undefined,
              })
            }
          >
            Show all
          </TextButton>
        </div>
      )}
    </search>
  );
}
